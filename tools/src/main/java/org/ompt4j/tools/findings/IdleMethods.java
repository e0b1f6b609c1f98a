package org.ompt4j.tools.findings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ompt4j.text.LibraryPools;

/**
 * The methods in which the threads of a library's own pool are idle, for libraries whose pools were not observed although the agent has definitions of
 * them. The definitions are those that come with the agent, in the same jar as this class.
 */
final class IdleMethods {
    private static final String IDLE = "idle:";

    private IdleMethods() {}

    /** @param notObserved what the agent did not observe, see {@link org.ompt4j.tools.read.TraceHeader#notObserved} */
    static Set<String> of(List<String> notObserved) {
        return notObserved.stream()
                .map(LibraryPools::libraryIn)
                .filter(Objects::nonNull)
                .flatMap(IdleMethods::idle)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Stream<String> idle(String library) {
        return Arrays.stream(definitions(library).split(","))
                .map(String::trim)
                .filter(each -> each.startsWith(IDLE))
                .map(each -> each.substring(IDLE.length()));
    }

    private static String definitions(String library) {
        try (InputStream file = IdleMethods.class.getResourceAsStream(LibraryPools.definitions(library))) {
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
