package org.ompt4j.tools.findings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The methods in which the threads of a library's own pool are idle, for libraries whose pools were not observed although the agent has definitions of
 * them. The definitions are those that come with the agent, in the same jar as this class.
 */
final class IdleMethods {
    /** Names the library in what the agent says of a pool that it did not observe. */
    private static final Pattern LIBRARY = Pattern.compile(": define=(\\w+) ");

    private static final String IDLE = "idle:";

    private IdleMethods() {}

    /** @param notObserved what the agent did not observe, see {@link org.ompt4j.tools.read.TraceHeader#notObserved} */
    static Set<String> of(List<String> notObserved) {
        return notObserved.stream()
                .map(LIBRARY::matcher)
                .filter(Matcher::find)
                .flatMap(each -> idle(each.group(1)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Stream<String> idle(String library) {
        return Arrays.stream(definitions(library).split(","))
                .map(String::trim)
                .filter(each -> each.startsWith(IDLE))
                .map(each -> each.substring(IDLE.length()));
    }

    private static String definitions(String library) {
        try (InputStream file =
                IdleMethods.class.getResourceAsStream("/META-INF/ompt4j/libraries/" + library + ".properties")) {
            Properties properties = new Properties();
            if (file != null) {
                properties.load(file);
            }
            return properties.getProperty("define", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
