package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

class PrintCommandTest {

    private final TraceInMemory trace = RichTrace.build();

    @Test
    void everyEventIsOneJsonObjectOnALineOfItsOwn() throws IOException {
        List<String> lines = print().lines();

        assertThat(lines).hasSameSizeAs(trace.eventList());
        for (String each : lines) {
            assertThat(members(each))
                    .startsWith("time", "thread")
                    .contains("event", "construct")
                    .doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "thread_begin     | thread_type,name",
                "parallel_begin   | encountering_task_id,parallel_id,requested_parallelism,flags,codeptr_ra,body",
                "parallel_end     | parallel_id,encountering_task_id,flags,codeptr_ra,actual_parallelism",
                "implicit_task    | endpoint,parallel_id,actual_parallelism,index,flags",
                "work             | wstype,endpoint,parallel_id,count,codeptr_ra",
                "dispatch         | parallel_id,kind,start,iterations",
                "task_create      | encountering_task_id,new_task_id,flags,has_dependences,codeptr_ra,body",
                "task_schedule    | prior_task_id,prior_task_status,next_task_id",
                "dependences      | variable,dependence_type,ndeps",
                "flush            | codeptr_ra",
                "control_tool     | command,modifier,codeptr_ra",
                "task_dependence  | src_task_id,sink_task_id",
                "sync_region      | kind,endpoint,parallel_id,codeptr_ra,wait_id,wait_class",
                "sync_region_wait | kind,endpoint,parallel_id,codeptr_ra,wait_id,wait_class",
                "reduction        | kind,endpoint,parallel_id,codeptr_ra",
                "lock_init        | kind,hint,impl,wait_id,wait_class,codeptr_ra",
                "mutex_acquire    | kind,hint,impl,wait_id,wait_class,codeptr_ra",
                "mutex_acquired   | kind,wait_id,wait_class,codeptr_ra",
                "mutex_released   | kind,wait_id,wait_class,codeptr_ra",
                "nest_lock        | endpoint,wait_id,wait_class,codeptr_ra",
                "cancel           | flags,codeptr_ra",
                "error            | severity,message,length",
                "wakeup           | wait_id,wait_class,codeptr_ra",
                "wait             | state,endpoint,wait_id,wait_class,codeptr_ra"
            })
    void membersAreThoseOfTheTraceRecordInItsOrder(String event, String recordMembers) throws IOException {
        List<String> lines = print("--event", event).lines();

        assertThat(lines).isNotEmpty();
        for (String each : lines) {
            List<String> members = members(each);
            members.removeAll(List.of("time", "thread", "task_id", "event", "construct"));
            assertThat(List.of(recordMembers.split(","))).containsSubsequence(members);
        }
    }

    @Test
    void enumeratorsAreLowerCaseNamesWithoutPrefix() {
        assertThat(print("--event", "mutex_acquire", "--limit", "1").out())
                .contains("\"construct\":\"reentrant-lock\",\"kind\":\"nest_lock\",\"hint\":\"none\","
                        + "\"impl\":\"reentrant_nonfair\"")
                .contains("\"wait_class\":\"java.util.concurrent.locks.ReentrantLock\"")
                .contains("\"codeptr_ra\":\"app.Account.add(Account.java:5)\"");
        assertThat(print("--event", "task_create").out())
                .contains("\"flags\":[\"explicit\",\"undeferred\"],\"has_dependences\":false,"
                        + "\"codeptr_ra\":\"app.Main.sum(Main.java:10)\",\"body\":\"app.Main.lambda$sum$0\"");
        assertThat(print("--event", "thread_begin").out())
                .contains("\"thread_type\":\"worker\",\"name\":\"ForkJoinPool.commonPool-worker-1\"");
    }

    @Test
    void sampleHasStateRegionTaskAndWaitId() {
        CommandLineRun run = CommandLineRun.on(SampledTrace.build(), "print", "x.ompt");

        assertThat(run.lines()).hasSize(60);
        assertThat(run.lines().get(0))
                .isEqualTo("{\"time\":10001000,\"thread\":1,\"task_id\":4,\"event\":\"ompt4j_sample\","
                        + "\"state\":\"work_serial\"}");
        assertThat(run.lines().get(50))
                .contains("\"state\":\"wait_lock\",\"wait_id\":5,"
                        + "\"wait_class\":\"java.util.concurrent.locks.ReentrantLock\"");
    }

    @Test
    void selectionsAreCombined() throws IOException {
        assertThat(print("-e", "mutex_acquired,nest_lock", "-c", "synchronized", "-t", "main")
                        .lines())
                .hasSize(4)
                .allMatch(each -> each.contains("\"construct\":\"synchronized\"") && each.contains("\"thread\":1,"));
        assertThat(print("--thread", "ForkJoinPool*").lines())
                .isNotEmpty()
                .allMatch(each -> each.contains("\"thread\":2,"));
        assertThat(print("--from", "5us", "--to", "0.007ms").lines()).hasSize(3);
        assertThat(print("--limit", "7").lines()).hasSize(7);
    }

    @Test
    void garbageCollectionStandsAtItsTimeAndIsNoEventOfAThread() throws IOException {
        TraceWithEvents collected =
                new TraceWithEvents(trace, trace.eventList(), List.of(), List.of(), List.of(new Pause(5_500, 5_900)));

        assertThat(CommandLineRun.on(collected, "print", "x.ompt").lines().get(5))
                .isEqualTo("{\"time\":5500,\"event\":\"ompt4j_gc\",\"until\":5900}");
        assertThat(CommandLineRun.on(collected, "print", "-e", "ompt4j_gc", "x.ompt")
                        .lines())
                .hasSize(1);
        assertThat(CommandLineRun.on(collected, "print", "-e", "ompt4j_pause,mutex_acquired", "x.ompt")
                        .out())
                .doesNotContain("ompt4j_gc");
    }

    @Test
    void pauseStandsAtItsTimeAndIsNoEventOfAThread() throws IOException {
        TraceWithEvents paused = new TraceWithEvents(
                trace, trace.eventList(), List.of(new Pause(5_500, 6_500), new Pause(1L << 50, 1L << 51)));
        List<String> lines = CommandLineRun.on(paused, "print", "x.ompt").lines();

        assertThat(lines).hasSize(trace.eventList().size() + 2);
        assertThat(lines.get(5)).isEqualTo("{\"time\":5500,\"event\":\"ompt4j_pause\",\"until\":6500}");
        assertThat(lines).last().asString().contains("ompt4j_pause");
        assertThat(CommandLineRun.on(paused, "print", "-e", "ompt4j_pause", "--to", "6us", "x.ompt")
                        .lines())
                .hasSize(1);
        assertThat(CommandLineRun.on(paused, "print", "-t", "main", "x.ompt").out())
                .doesNotContain("ompt4j_pause");
        assertThat(CommandLineRun.on(paused, "print", "-n", "6", "x.ompt").lines())
                .hasSize(6)
                .last()
                .asString()
                .contains("ompt4j_pause");
    }

    @Test
    void whatWasCountedStandsWhereItBegan() throws IOException {
        CountedEvents counted = new CountedEvents(
                1, Event.MUTEX_ACQUIRED, null, Construct.REENTRANT_LOCK, 0, 1_234, 5_000_000, 9_000, 5_500, 7_000);
        TraceWithEvents throttled = new TraceWithEvents(trace, trace.eventList(), List.of(), List.of(counted));
        List<String> lines = CommandLineRun.on(throttled, "print", "x.ompt").lines();

        assertThat(lines).hasSize(trace.eventList().size() + 1);
        assertThat(lines.get(5))
                .isEqualTo(
                        "{\"time\":5500,\"thread\":1,\"event\":\"ompt4j_throttled\",\"construct\":\"reentrant-lock\","
                                + "\"counted\":\"mutex_acquired\",\"count\":1234,\"total_ns\":5000000,\"max_ns\":9000,\"until\":7000}");
        for (String[] chosen : new String[][] {
            {"-e", "ompt4j_throttled"}, {"-e", "ompt4j_throttled", "-c", "reentrant-lock", "--to", "6us"}
        }) {
            assertThat(print(throttled, chosen).lines()).hasSize(1);
        }
        for (String[] other : new String[][] {
            {"-e", "work"}, {"-e", "ompt4j_throttled", "-t", "2"}, {"-e", "ompt4j_throttled", "--from", "8us"}
        }) {
            assertThat(run(throttled, other).out()).doesNotContain("ompt4j_throttled");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-t nosuch                    | no thread is 'nosuch'; there are main, ForkJoinPool.commonPool-worker-1, writer",
                "-t nosuch -e work            | no thread is 'nosuch'; there are",
                "-e target                    | no event is chosen by --event target",
                "-c phaser -t main            | no event is chosen by --construct phaser --thread main",
                "--from 100s                  | no event is chosen by --from 100000000000ns",
                "--from 2us --to 1us          | no event is chosen by --from 2000ns --to 1000ns"
            })
    void selectionThatMatchesNothingIsSaidInOneLine(String options, String line) {
        CommandLineRun run = run(trace, options.trim().split(" +"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).singleElement().asString().startsWith("ompt4j: x.ompt: " + line);
    }

    @Test
    void threadThatIsMissingIsSaidThoughOthersAreThere() {
        CommandLineRun run = run(trace, "-t", "nosuch*,main");

        assertThat(run.lines()).isNotEmpty();
        assertThat(run.err().lines()).singleElement().asString().contains("no thread is 'nosuch*'");
    }

    @Test
    void emptyTracePrintsNothing() {
        CommandLineRun run = CommandLineRun.on(new TraceBuilder().build(), "print", "x.ompt");

        assertThat(run).isEqualTo(new CommandLineRun(0, "", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--event=mutex_aquire", "--construct=lock", "--from=soon", "--limit=many", "--limit=0"})
    void wrongSelectionIsWrongUsage(String option) {
        CommandLineRun run = CommandLineRun.on(trace, "print", option, "x.ompt");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains(option.substring(option.indexOf('=') + 1))
                .doesNotContain("Exception:");
        assertThat(run.out()).isEmpty();
    }

    private CommandLineRun print(String... options) {
        return print(trace, options);
    }

    private static CommandLineRun run(Trace trace, String... options) {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(0, "print");
        arguments.add("x.ompt");
        return CommandLineRun.on(trace, arguments.toArray(String[]::new));
    }

    private static CommandLineRun print(Trace trace, String... options) {
        CommandLineRun run = run(trace, options);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run;
    }

    private static List<String> members(String line) throws IOException {
        List<String> names = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(line)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.FIELD_NAME) {
                    names.add(parser.currentName());
                }
            }
        }
        return names;
    }
}
