package org.ompt4j.tools.testing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collapsed stacks, read like flamegraph.pl and speedscope do: a line is a stack, a space and a number. */
public final class CollapsedFile {
    private static final Pattern LINE = Pattern.compile("(?<stack>\\S.*) (?<value>[1-9]\\d*)");

    private final Map<List<String>, Long> stacks = new LinkedHashMap<>();

    /** @throws IllegalArgumentException if a line has another format */
    public CollapsedFile(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (!text.isEmpty() && !text.endsWith("\n")) {
            throw new IllegalArgumentException("the last line is cut");
        }
        text.lines().forEach(this::read);
    }

    private void read(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no stack with a number: " + line);
        }
        List<String> stack = Arrays.asList(parts.group("stack").split(";", -1));
        if (stack.contains("") || stacks.put(stack, Long.parseLong(parts.group("value"))) != null) {
            throw new IllegalArgumentException("a frame without a name, or a stack twice: " + line);
        }
    }

    /** The numbers by stack; the outermost frame comes first. */
    public Map<List<String>, Long> stacks() {
        return stacks;
    }

    /** The number of this stack, whose frames are separated by semicolons; 0 if there is no such stack. */
    public long value(String stack) {
        return stacks.getOrDefault(List.of(stack.split(";")), 0L);
    }

    public long sum() {
        return stacks.values().stream().mapToLong(Long::longValue).sum();
    }
}
