package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.PHASER;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.VirtualThreadTrace;

/** Where the events of a trace come from, and which settings exclude them. */
class ScoreTest {
    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();

    /** Acquisitions of a lock in the code of this class, with three events each. */
    private void locks(String className, int count) {
        int site = trace.callSite(className + ".run(Main.java:7)");
        long lock = trace.waitId(REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        for (int i = 0; i < count; i++) {
            main.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, site)
                    .acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site)
                    .released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site);
        }
    }

    /** Waits with two events each. */
    private void sleeps(int count) {
        int site = trace.callSite("app.Main.sleep(Main.java:9)");
        for (int i = 0; i < count; i++) {
            main.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site).wait(SLEEP, State.WAIT_SLEEP, END, 0, site);
        }
    }

    private Filter filter(double percent) throws IOException {
        return score(trace.build()).filter(percent);
    }

    private static Score score(Trace trace) throws IOException {
        return Score.of(trace, "run.ompt");
    }

    private static String text(Trace trace) throws IOException {
        StringWriter out = new StringWriter();
        score(trace).write(new Page(out, 120, 10));
        return out.toString();
    }

    // ---------------------------------------------------------------- tables

    @Test
    void eachTableAddsUpToAllEvents() throws IOException {
        TraceBuilder everything = new TraceBuilder();
        RichTrace.addTo(everything);
        VirtualThreadTrace.addTo(everything);
        var built = everything.build();

        Score score = score(built);

        assertThat(score.events()).isEqualTo(built.eventList().size());
        assertThat(score.tables())
                .hasSize(3)
                .allSatisfy(each -> assertThat(sum(each, "events")).isEqualTo(score.events()));
    }

    static <R> long sum(Table<R> table, String key) {
        Column<R> column = table.columns().stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow();
        return table.rows().stream()
                .mapToLong(each -> (Long) column.value().apply(each))
                .sum();
    }

    @Test
    void eventsStandWhereTheyHappenedAndThoseOfTasksWhereTheseWereMade() throws IOException {
        int made = trace.callSite("app.Main.submit(Main.java:3)");
        long task = main.create(Construct.FORK_JOIN_POOL, 0, made, 0);
        main.start(Construct.FORK_JOIN_POOL, task).complete(Construct.FORK_JOIN_POOL);
        locks("app.Hot", 4);

        assertThat(text(trace.build()))
                .containsPattern("\n +12 +70\\.6 % +app\\.Hot\\.run\\(Main\\.java:7\\) \\[reentrant-lock\\]\n")
                .containsPattern("\n +3 +17\\.6 % +app\\.Main\\.submit\\(Main\\.java:3\\) \\[fork-join-pool\\]\n");
    }

    @Test
    void theCostOfAnEventIsWhatThePageOfOverheadHas() throws IOException {
        String page = Files.readString(Path.of("../docs/overhead.md"));
        Matcher measured = Pattern.compile("\\| event from the hook to the trace \\| ([0-9.]+)")
                .matcher(page);

        int found = 0;
        while (measured.find()) {
            found++;
            assertThat(Double.parseDouble(measured.group(1))).isCloseTo(Score.NANOS_PER_EVENT, within(3.0));
        }
        assertThat(found).isEqualTo(2);
        sleeps(500);
        assertThat(text(trace.build())).contains("an estimate: 54.1 us of the threads' time, at 54 ns for an event");
    }

    // ---------------------------------------------------------------- filter

    @Test
    void locksAreLeftOutByTheClassInWhoseCodeTheyAreAndOthersByTheirConstruct() throws IOException {
        locks("app.Hot", 100);
        sleeps(100);
        locks("app.Cold$Inner", 10);

        Filter first = filter(50);
        assertThat(first.lines()).contains("exclude = app.Hot").noneMatch(each -> each.startsWith("constructs"));
        assertThat(first.events()).isEqualTo(300);
        assertThat(first.left()).isEqualTo(232);
        Filter both = filter(80);
        assertThat(both.lines()).contains("exclude = app.Hot", "constructs = all,-sleep");
        assertThat(both.events()).isEqualTo(500);
        Filter most = filter(100);
        assertThat(most.lines()).contains("exclude = app.Hot,app.Cold$Inner", "constructs = all,-sleep");
        assertThat(most.left()).isEqualTo(2);
    }

    /** On JDK 17 sleeps are observed in the code that calls them. */
    @Test
    void aClassThatIsLeftOutTakesItsSleepsWithIt() throws IOException {
        locks("app.Main", 100);
        sleeps(10);

        Filter withClass = filter(50);
        assertThat(withClass.lines())
                .contains("exclude = app.Main")
                .anyMatch(each -> each.startsWith(
                        "# app.Main: 320 events, operations on locks and monitors in its code, sleeps, "));
        assertThat(withClass.events()).isEqualTo(320);
        assertThat(withClass.left()).isEqualTo(2);
        assertThat(filter(100).lines()).contains("exclude = app.Main").noneMatch(each -> each.startsWith("constructs"));
    }

    @Test
    void whatTheRunLeftOutAlreadyIsLeftOutStill() throws IOException {
        trace.configure("exclude", "app.gen.*").configure("constructs", "-phaser,fence");
        locks("app.Hot", 10);
        sleeps(1);

        Filter filter = filter(100);

        assertThat(filter.lines()).contains("exclude = app.gen.*,app.Hot", "constructs = -phaser,fence,-sleep");
        RunSettings settings = SettingsText.parse(Map.of("constructs", "-phaser,fence,-sleep"));
        assertThat(List.of(PHASER, SLEEP)).noneMatch(settings::selects);
        assertThat(List.of(Construct.FENCE, REENTRANT_LOCK, SYNCHRONIZED)).allMatch(settings::selects);
    }

    @Test
    void aListOfNamedConstructsLosesWhatIsLeftOut() {
        RunSettings settings = SettingsText.parse(Map.of("constructs", "sleep,phaser,-sleep"));

        assertThat(settings.selects(SLEEP)).isFalse();
        assertThat(settings.selects(PHASER)).isTrue();
    }

    @Test
    void whatNoSettingCanLeaveOutIsNotPromised() throws IOException {
        locks("java.util.Vector", 10);
        locks("app.Ev\nil = x,*", 10);

        Filter filter = filter(100);

        assertThat(filter.isEmpty()).isTrue();
        assertThat(filter.left()).isEqualTo(62);
        assertThat(filter.lines()).allMatch(each -> each.startsWith("#"));
    }

    @Test
    void monitorsThatTheJvmTellsOfCannotBeLeftOutByTheirClass() throws IOException {
        trace.configure("native", "auto").configure("profile", "default").configure("mutex.detail", "contended");
        int site = trace.callSite("app.Hot.run(Main.java:7)");
        long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");
        main.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site)
                .acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);

        assertThat(filter(100).lines()).contains("constructs = all,-synchronized");
    }

    /** The next trace has a wait of the idle worker in the place of each begin and end of a task. */
    @Test
    void tasksOfAThreadPoolThatBecomeIdlenessAreNotPromised() throws IOException {
        int made = trace.callSite("app.Main.submit(Main.java:3)");
        for (int i = 0; i < 10; i++) {
            long task = main.create(THREAD_POOL_EXECUTOR, 0, made, 0);
            main.start(THREAD_POOL_EXECUTOR, task).complete(THREAD_POOL_EXECUTOR);
        }

        Filter filter = filter(100);

        assertThat(filter.lines()).contains("constructs = all,-thread-pool-executor");
        assertThat(filter.events()).isEqualTo(10);
    }

    /** The next trace would have parks instead. */
    @Test
    void waitsThatWouldBecomeOtherWaitsAreNotLeftOut() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        main.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, 0)
                .wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, 0);

        assertThat(filter(100).isEmpty()).isTrue();
    }

    /** With mutex.detail=contended all acquisitions waited, and would become parks. */
    @Test
    void ofAcquisitionsThatWaitedOnlyTheReleasesArePromised() throws IOException {
        trace.configure("profile", "default").configure("mutex.detail", "contended");
        locks("app.Hot", 10);

        assertThat(filter(100).events()).isEqualTo(10);
    }
}
