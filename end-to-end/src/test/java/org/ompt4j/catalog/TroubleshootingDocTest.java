package org.ompt4j.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages of the agent and of reports that {@code docs/troubleshooting.md} quotes are in the code: otherwise a user could not find the row. */
class TroubleshootingDocTest {
    private static final Path ROOT = Path.of("..");

    /** The first cells of rows with messages of OMPT4J; the other rows have messages of the JVM, or symptoms. */
    private static final Pattern OF_OURS = Pattern.compile("(?m)^\\| ((?:`ompt4j: |`FILE|`report` says ).+?) \\| ");

    private static final Pattern QUOTE = Pattern.compile("`(?:ompt4j: )?([^`]*)`");

    /** The variable parts of messages: names, numbers, settings, reasons, and dots that stand for them. */
    private static final Pattern VARIABLE =
            Pattern.compile("\\.\\.\\.|\"[^\"]*\"|\\([^)]*\\)|^\\S+=\\S*|\\S*[#/\\[]\\S*|\\b\\d+\\b"
                    + "|\\b(?:FILE(?::\\d+)?|EVENT|[A-Z])\\b|\\S+\\.ompt|tool X|ForkJoinTask was|Profile(?=:)");

    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");

    @Test
    void whatIsQuotedIsSaidByTheCode() throws IOException {
        String literals = literals();
        List<String> quoted = fragments();

        assertThat(quoted).hasSizeGreaterThan(30);
        assertThat(quoted.stream().filter(each -> !literals.contains(each))).isEmpty();
    }

    private static List<String> fragments() throws IOException {
        List<String> fragments = new ArrayList<>();
        String page = Files.readString(ROOT.resolve("docs/troubleshooting.md"));
        for (MatchResult row : OF_OURS.matcher(page).results().toList()) {
            QUOTE.matcher(row.group(1))
                    .results()
                    .map(each -> each.group(1))
                    .filter(each -> each.contains(" ")) // Texts without a blank are commands and settings.
                    .flatMap(VARIABLE::splitAsStream)
                    .map(each -> each.replaceAll("^[ :;,]+|[ :;,]+$", ""))
                    .filter(each -> !each.isEmpty())
                    .forEach(fragments::add);
        }
        return fragments;
    }

    /** The string literals of all modules. */
    private static String literals() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(each -> each.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .flatMap(TroubleshootingDocTest::sources)
                    .flatMap(each -> LITERAL.matcher(each).results().map(MatchResult::group))
                    .collect(Collectors.joining("\n"));
        }
    }

    private static Stream<String> sources(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all
                    .filter(each -> each.toString().endsWith(".java"))
                    .map(TroubleshootingDocTest::source)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The source of a class, with concatenated literals joined, and without character literals of quotation marks. */
    private static String source(Path file) {
        try {
            return JOINED.matcher(Files.readString(file).replace("'\"'", "")).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
