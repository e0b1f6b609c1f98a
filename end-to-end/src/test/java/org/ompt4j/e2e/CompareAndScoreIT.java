package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.agent.ComparedApp;
import org.ompt4j.apps.agent.ThrottleApp;
import org.ompt4j.apps.executor.ThreadPoolExecutorApp;
import org.ompt4j.ompt.Event;

/** {@code compare} and {@code score} of the shipped jar find known differences between runs, and a filter excludes what it should. */
@AnotherRun
@Isolated("holds waits against those of the program's own clock")
class CompareAndScoreIT {
    /** A sleep can be shorter than requested by this time. */
    private static final double SLACK_NANOS = 3e6;

    @OnEveryJdk
    void aLockThatIsHeldLongerIsFoundWithBothValues(Jdk jdk) throws IOException, InterruptedException {
        ObservedRun one = compared(jdk, "1");
        ObservedRun four = compared(jdk, "4");

        String text = compare(jdk, one, four);
        JsonNode json = new ObjectMapper().readTree(compare(jdk, one, four, "--json"));

        String site = "org.ompt4j.apps.agent.ComparedApp.waits(ComparedApp.java:";
        assertThat(text)
                .contains("Where locks and monitors were waited for")
                .containsPattern(Pattern.quote(site) + "\\d+\\) \\[ReentrantLock\\]")
                .doesNotContain("What may not be comparable\n  Not the same is the setting");
        JsonNode row = row(json, "mutex_waits", site);
        double before = row.get("before").get("median").asDouble();
        double after = row.get("after").get("median").asDouble();
        assertThat(before).isBetween(held(1), waited(one));
        assertThat(after).isBetween(held(4), waited(four));
        assertThat(row.get("difference").asDouble()).isCloseTo(after - before, within(1.0));
        assertThat(text).containsPattern("Before \\(.*\\) and after \\(.*\\): Waiting for ReentrantLock #");
    }

    private static ObservedRun compared(Jdk jdk, String scale) {
        return AppRun.of(ComparedApp.class)
                .on(jdk)
                .profile(Profile.FULL)
                .arguments(scale)
                .observedUnjudged();
    }

    private static double waited(ObservedRun run) throws IOException {
        return Double.parseDouble(Files.readString(run.directory().resolve(ComparedApp.MEASURED)));
    }

    /** The least time that the holder sleeps while the other thread waits, however long both wait for a processor. */
    private static double held(int scale) {
        return scale * ComparedApp.HOLDS_MILLIS * 1e6 - SLACK_NANOS;
    }

    private static JsonNode row(JsonNode json, String table, String name) {
        return StreamSupport.stream(json.get("tables").spliterator(), false)
                .filter(each -> each.get("key").asText().equals(table))
                .flatMap(each -> StreamSupport.stream(each.get("rows").spliterator(), false))
                .filter(each -> each.get("name_after").asText().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    private static String compare(Jdk jdk, ObservedRun before, ObservedRun after, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("compare"));
        arguments.addAll(List.of(options));
        arguments.add(before.traceFile().toString());
        arguments.add(after.traceFile().toString());
        return said(jdk, arguments.toArray(new String[0]));
    }

    private static String said(Jdk jdk, String... arguments) throws IOException, InterruptedException {
        RunOutput run = CommandLineRun.run(jdk, arguments);
        assertThat(run.exitCode()).as("%s", run).isZero();
        assertThat(run.stderr()).isEmpty();
        return run.stdout();
    }

    @OnEveryJdk
    void aRunWithTheFilterLacksWhatWasPromisedAndHasTheRest(Jdk jdk) throws IOException, InterruptedException {
        AppRun program = AppRun.of(ThrottleApp.class)
                .on(jdk)
                .arguments("lock", "monitor", "sections")
                .profile(Profile.FULL)
                // The number of waits of workers differs between runs; with these events tasks could take more bytes
                // than locks and be filtered
                // instead.
                .with("events", "[all, -dispatch, -sync_region, -sync_region_wait]");
        ObservedRun run = program.observedUnjudged();
        Path filter = run.directory().resolve("filter.properties");

        String said = said(
                jdk,
                "score",
                "--write-filter",
                filter.toString(),
                run.traceFile().toString());
        Matcher promise = Pattern.compile("leaves out (\\d+) of (\\d+) events").matcher(said);
        assertThat(promise.find()).as(said).isTrue();
        long all = Long.parseLong(promise.group(2));
        long out = Long.parseLong(promise.group(1));
        assertThat(all).isEqualTo(run.events().size());
        assertThat(out).isGreaterThan(6L * ThrottleApp.ACQUISITIONS);
        assertThat(Files.readString(filter)).contains("\nexclude = " + ThrottleApp.class.getName() + "\n");
        assertThat(said(jdk, "config", "--effective", "config=" + filter)).contains(ThrottleApp.class.getName());

        ObservedRun filtered = program.with("config", filter.toString()).observedUnjudged();

        // The distribution of tasks among workers differs between runs.
        double left = all - out;
        assertThat((double) filtered.events().size()).isBetween(left / 2, left * 1.2);
        assertThat(count(filtered, Event.MUTEX_ACQUIRED)).isZero();
        assertThat(count(filtered, Event.TASK_CREATE))
                .isEqualTo(count(run, Event.TASK_CREATE))
                .isGreaterThanOrEqualTo(ThrottleApp.SECTIONS);
        assertThat(Files.size(filtered.traceFile())).isLessThan(Files.size(run.traceFile()));
    }

    /** Without thread pools the next trace has the idle times of their workers, which are as many as their tasks. */
    @OnEveryJdk
    void aFilterRemovesAtLeastWhatItPromises(Jdk jdk) throws IOException, InterruptedException {
        AppRun program = AppRun.of(ThreadPoolExecutorApp.class)
                .on(jdk)
                .profile(Profile.DEFAULT)
                .with("throttle", "off")
                .arguments("100", "same");
        ObservedRun run = program.observedUnjudged();
        Path filter = run.directory().resolve("filter.properties");

        String said = said(
                jdk,
                "score",
                "--remove",
                "100",
                "--write-filter",
                filter.toString(),
                run.traceFile().toString());
        Matcher promise = Pattern.compile("leaves out (\\d+) of (\\d+) events").matcher(said);
        assertThat(promise.find()).as(said).isTrue();
        ObservedRun filtered = program.with("config", filter.toString()).observedUnjudged();

        double left = Double.parseDouble(promise.group(2)) - Double.parseDouble(promise.group(1));
        assertThat(Files.readString(filter)).contains("-thread-pool-executor");
        assertThat((double) filtered.events().size()).isBetween(left / 2, left * 1.2);
    }

    private static long count(ObservedRun run, Event event) {
        return run.events().stream().filter(each -> each.event() == event).count();
    }
}
