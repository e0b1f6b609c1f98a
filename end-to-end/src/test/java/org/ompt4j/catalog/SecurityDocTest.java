package org.ompt4j.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every promise in {@code SECURITY.md} is checked by a test. */
class SecurityDocTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");
    private static final Pattern PROMISE = Pattern.compile("(?m)^\\| (?!promise|-)(.+?)\\. \\| (.*) \\|$");

    @Test
    void everyTestThatIsNamedIsThere() throws IOException {
        Map<String, Path> tests = tests();
        List<String> missing = new ArrayList<>();
        Matcher named = TEST.matcher(Files.readString(ROOT.resolve("SECURITY.md")));
        int count = 0;
        while (named.find()) {
            count++;
            Path file = tests.get(named.group(1) + ".java");
            if (file == null || !Files.readString(file).contains("void " + named.group(2) + "(")) {
                missing.add(named.group());
            }
        }

        assertThat(missing).isEmpty();
        assertThat(count).isGreaterThan(20);
    }

    @Test
    void everyPromiseNamesATest() throws IOException {
        Matcher promise = PROMISE.matcher(Files.readString(ROOT.resolve("SECURITY.md")));
        int count = 0;
        while (promise.find()) {
            count++;
            assertThat(promise.group(2)).as(promise.group(1)).containsPattern(TEST);
        }
        assertThat(count).isGreaterThan(15);
    }

    private static Map<String, Path> tests() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(each -> each.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(SecurityDocTest::files)
                    .collect(
                            Collectors.toMap(each -> each.getFileName().toString(), each -> each, (one, other) -> one));
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
