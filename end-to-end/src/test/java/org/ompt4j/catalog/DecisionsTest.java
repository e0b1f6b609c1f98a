package org.ompt4j.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The index of {@code docs/decisions} has all decisions, and every mention of a decision has the number of an existing one. */
class DecisionsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DECISIONS = ROOT.resolve("docs/decisions");
    private static final Pattern INDEX_LINE = Pattern.compile("(?m)^- \\[(\\d{4})]\\(([^)]+)\\) (.+)$");
    private static final Pattern TITLE = Pattern.compile("^# (\\d{4}) (.+)$");
    private static final Pattern MENTION = Pattern.compile("[Dd]ecisions? \\[?(\\d{4}(?:(?:, | and )\\d{4})*)");
    private static final Pattern NUMBER = Pattern.compile("\\d{4}");

    @Test
    void indexListsEveryDecisionUnderItsTitle() throws IOException {
        String index = Files.readString(DECISIONS.resolve("README.md"));

        List<String> listed = INDEX_LINE
                .matcher(index)
                .results()
                .map(line -> line.group(2) + ": " + line.group(1) + " " + line.group(3))
                .sorted()
                .toList();

        assertThat(listed).isEqualTo(titles()).hasSizeGreaterThan(20);
    }

    @Test
    void everyMentionOfADecisionIsOfOneThatIsThere() throws IOException {
        Set<String> there = numbers();
        Set<String> missing = new TreeSet<>();
        int mentions = 0;
        for (Path file : sources()) {
            for (String number : mentioned(Files.readString(file))) {
                mentions++;
                if (!there.contains(number)) {
                    missing.add(number + " in " + ROOT.relativize(file));
                }
            }
        }

        assertThat(missing).isEmpty();
        assertThat(mentions).isGreaterThan(20);
    }

    private static List<String> titles() throws IOException {
        try (Stream<Path> files = Files.list(DECISIONS)) {
            return files.filter(DecisionsTest::isDecision)
                    .map(file -> file.getFileName() + ": " + titleOf(file))
                    .sorted()
                    .toList();
        }
    }

    /** Number and title of a decision, whose file is named after the number. */
    private static String titleOf(Path file) {
        String first = firstLine(file);
        Matcher title = TITLE.matcher(first);
        assertThat(title.matches()).as("%s: title \"%s\"", file, first).isTrue();
        assertThat(file.getFileName().toString()).startsWith(title.group(1));
        return title.group(1) + " " + title.group(2);
    }

    private static String firstLine(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.findFirst().orElse("");
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }

    private static Set<String> numbers() throws IOException {
        try (Stream<Path> files = Files.list(DECISIONS)) {
            return files.filter(DecisionsTest::isDecision)
                    .map(file -> file.getFileName().toString().substring(0, 4))
                    .collect(Collectors.toSet());
        }
    }

    private static boolean isDecision(Path file) {
        return !file.endsWith("README.md");
    }

    private static List<String> mentioned(String text) {
        return MENTION.matcher(text)
                .results()
                .flatMap(mention -> NUMBER.matcher(mention.group(1)).results())
                .map(MatchResult::group)
                .toList();
    }

    /** The pages, and the sources of every module. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().matches(".*\\.(java|md|c)"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }
}
