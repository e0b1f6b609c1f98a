package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code key=value,key=value}. A value with commas is enclosed in brackets, which are not part of it:
 * {@code events=[parallel_begin,parallel_end],output=[C:\runs\a,b.ompt]}. Such a value ends at the first {@code ],}, so it cannot contain these
 * characters.
 */
public final class AgentArguments {

    static final String SOURCE = "agent argument";

    private static final String END_OF_BRACKETS = "],";

    private AgentArguments() {}

    static List<Setting> parse(@Nullable String text, Problems problems) {
        List<Setting> settings = new ArrayList<>();
        int at = 0;
        while (text != null && at < text.length()) {
            int end = endOfArgument(text, at);
            String argument = text.substring(at, end).trim();
            if (!argument.isEmpty()) {
                addSetting(argument, settings, problems);
            }
            at = end + 1;
        }
        return settings;
    }

    /**
     * The settings as a text that {@link #parse} can read.
     *
     * @throws IllegalArgumentException if a value cannot be written in this form; the message names the setting
     */
    public static String text(Map<ConfigKey, String> settings) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<ConfigKey, String> each : settings.entrySet()) {
            String value = each.getValue();
            text.append(text.length() == 0 ? "" : ",")
                    .append(each.getKey().key())
                    .append('=');
            if (value.contains(END_OF_BRACKETS)) {
                throw new IllegalArgumentException("\"" + value + "\" cannot be given to a JVM as "
                        + each.getKey().key() + ", since a value ends at \"" + END_OF_BRACKETS + "\"");
            }
            text.append(value.indexOf(',') < 0 ? value : "[" + value + "]");
        }
        return text.toString();
    }

    private static int endOfArgument(String text, int from) {
        int comma = orEnd(text.indexOf(',', from), text);
        int open = text.indexOf("=[", from);
        if (open < 0 || open > comma) {
            return comma;
        }
        int close = text.indexOf(END_OF_BRACKETS, open);
        return close < 0 ? text.length() : close + 1;
    }

    private static int orEnd(int index, String text) {
        return index < 0 ? text.length() : index;
    }

    private static void addSetting(String argument, List<Setting> settings, Problems problems) {
        int equals = argument.indexOf('=');
        if (equals <= 0) {
            problems.add(SOURCE + ": \"" + argument + "\" is no key=value" + ConfigKey.hint(argument)
                    + " (a value with commas stands in brackets)");
            return;
        }
        String value = argument.substring(equals + 1).trim();
        settings.add(new Setting(argument.substring(0, equals).trim(), withoutBrackets(value), SOURCE));
    }

    private static String withoutBrackets(String value) {
        boolean enclosed = value.startsWith("[") && value.endsWith("]");
        return enclosed ? value.substring(1, value.length() - 1) : value;
    }
}
