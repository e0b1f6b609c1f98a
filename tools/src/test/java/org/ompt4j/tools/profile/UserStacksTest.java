package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

class UserStacksTest {
    private static final Construct TASK = Construct.FORK_JOIN_TASK;
    private static final String ENTRY = "java.util.concurrent.ForkJoinTask.doExec";

    private final TraceBuilder trace = new TraceBuilder();
    private final int site = trace.callSite("app.Main.run(Main.java:5)");
    private final int jdkSite = trace.callSite("java.util.Jdk.run(Jdk.java:1)");
    private final int fork = trace.callSite("app.Fib.compute(Main.java:9)");
    private final int body = trace.body("app.Fib.compute");
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript worker = trace.thread("worker", ThreadType.WORKER);
    private final List<Sample> samples = new ArrayList<>();
    private final List<StackOfMade> stacksOfMade = new ArrayList<>();

    @Nullable
    private Trace built;

    @Test
    void threadsThatWaitInNativeCodeAreNoRunningThreads() throws IOException {
        inNativeCode(main, "app.Native.compute", "app.Main.main");
        main.wait(Construct.IO, State.WAIT_IO, ScopeEndpoint.BEGIN, 0, 0);
        sample(main, "sun.nio.ch.SelectorImpl.select", "app.Main.main");
        for (int i = 0; i < 3; i++) {
            inNativeCode(main, "sun.nio.ch.EPoll.wait", "app.Main.main");
        }
        main.wait(Construct.IO, State.WAIT_IO, ScopeEndpoint.END, 0, 0);
        worker.begin();
        worker.wait(Construct.THREAD, State.IDLE, ScopeEndpoint.BEGIN, 0, 0);
        inNativeCode(worker, "app.Loop.poll", "app.Loop.run");
        worker.wait(Construct.THREAD, State.IDLE, ScopeEndpoint.END, 0, 0);
        worker.end();

        assertThat(profile())
                .contains(
                        " 1  50.0 %  app.Native.compute\n",
                        " 1  50.0 %  <io>\n",
                        "  Without 4 samples of threads that waited in native code, as events tell.\n")
                .doesNotContain("without a stack", "app.Loop.poll");
    }

    @Test
    void taskStandsUnderWhereItWasMadeInWhateverThreadItRuns() throws IOException {
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        sample(worker, "app.Fib.fib", "app.Fib.compute", ENTRY);
        worker.complete(TASK).end();

        assertThat(profile())
                .contains(
                        " 1  100.0 %  app.Fib.fib\n",
                        "called by app.Fib.compute\n", "called by app.Main.run(Main.java:5)\n");
    }

    @Test
    void taskThatMakesOneOfItsKindIsOneStep() throws IOException {
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        for (int i = 0; i < 3; i++) {
            long inner = worker.create(TASK, 0, fork, body);
            worker.start(TASK, inner);
        }
        sample(worker, "app.Fib.compute", ENTRY, "app.Fib.compute", ENTRY);
        worker.complete(TASK).complete(TASK).complete(TASK).complete(TASK).end();

        assertThat(profile())
                .containsOnlyOnce("called by app.Fib.compute(Main.java:9) [recursive]\n")
                .containsOnlyOnce("called by app.Main.run(Main.java:5)\n");
    }

    @Test
    void eachSampleIsCountedOnceUnderAStackOrAReason() throws IOException {
        sample(worker, "app.Early.run", ENTRY);
        worker.begin();
        sample(worker, "java.util.concurrent.ForkJoinPool.scan");
        sample(worker, "app.Unknown.run", ENTRY);
        sample(worker);
        sample(main, "app.Main.run", "app.Main.main");
        worker.end();
        trace.pass(10);
        sample(worker, "app.Late.run", ENTRY);
        samples.add(new Sample(trace.now(), 0, List.of("app.Other.run")));

        assertThat(profile())
                .contains("1  14.3 %  app.Main.run\n", "called by app.Main.main\n", "1  14.3 %  <idle>\n")
                .contains("1 sample without a stack: before the first event of its thread.\n")
                .contains("1 sample without a stack: after the last event of its thread.\n")
                .contains("1 sample without a stack: its stack could not be walked.\n")
                .contains(
                        "1 sample without a stack: of a worker outside of its tasks, or in one that is not observed.\n")
                .contains("1 sample without a stack: of a thread that the trace does not have.\n");
    }

    @Test
    void samplesOfOtherThreadsAddUpUnderTheProgramAndByName() throws IOException {
        long task = main.create(TASK, 0, site, body);
        long ofJdk = worker.begin().create(TASK, 0, jdkSite, body);
        long unknown = worker.create(TASK, 0, 0, body);
        worker.start(TASK, task);
        sample(worker, "app.Fib.compute", ENTRY);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK);
        sample(worker, "app.Pool.afterExecute", "java.util.concurrent.ThreadPoolExecutor.runWorker");
        worker.start(TASK, ofJdk);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK).start(TASK, unknown);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK).start(TASK, trace.newId());
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK).end();
        ThreadScript other = trace.thread("other", ThreadType.OTHER).begin().initialTaskBegin();
        sample(other, "app.Other.run", "java.lang.Thread.run");
        other.initialTaskEnd().end();
        samples.add(new Sample(trace.now(), 0, List.of("app.Lost.run")));
        sample(main, "app.Main.run", "app.Main.main");
        sample(worker);

        assertThat(otherThreads())
                .containsExactly(
                        Map.entry(UserStacks.UNDER_PROGRAM, 2L),
                        Map.entry("(unknown call site)", 1L),
                        Map.entry("<no stack: its task was made before the trace, or is not observed>", 1L),
                        Map.entry("<no stack: of a thread that the trace does not have>", 1L),
                        Map.entry("<no stack: of a worker outside of its tasks, or in one that is not observed>", 1L),
                        Map.entry("java.util.Jdk.run(Jdk.java:1)", 1L),
                        Map.entry("nothing that made it", 1L));
    }

    @Test
    void whatMainMakesStandsUnderMain() throws IOException {
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK).end();

        assertThat(profile()).containsSubsequence("called by app.Main.run(Main.java:5)\n", "called by <main>\n");
    }

    @Test
    void mainIsCalledWhatItsOwnSamplesSay() throws IOException {
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK).end();
        sample(main, "app.Main.start", "app.Main.main");

        assertThat(profile())
                .containsSubsequence("called by app.Main.run(Main.java:5)\n", "called by app.Main.main\n")
                .doesNotContain("<main>");
    }

    @Test
    void stackThatIsCutOffStandsUnderItsTask() throws IOException {
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        cutOff(worker, "app.Fib.fib");
        worker.complete(TASK).end();
        cutOff(main, "app.Main.deep");
        cutOff(main, "app.Main.deep");

        assertThat(profile())
                .containsSubsequence(
                        "app.Main.deep\n",
                        "called by <cut off>\n",
                        "called by <main>\n",
                        "app.Fib.fib\n",
                        "called by <cut off>\n",
                        "called by app.Main.run(Main.java:5)\n",
                        "called by <main>\n");
        assertThat(otherThreads()).containsExactly(Map.entry(UserStacks.UNDER_PROGRAM, 1L));
    }

    @Test
    void threadOfAClassOfItsOwnStandsUnderWhereItWasStarted() throws IOException {
        long thread = main.create(Construct.THREAD, 0, site, 0);
        ThreadScript own = trace.thread("own", ThreadType.OTHER).begin().start(Construct.THREAD, thread);
        sample(own, "app.Own.work", "app.Own.run");
        own.complete(Construct.THREAD).end();

        assertThat(profile())
                .containsSubsequence(
                        "app.Own.work\n",
                        "called by app.Own.run\n",
                        "called by app.Main.run(Main.java:5)\n",
                        "called by <main>\n");
    }

    @Test
    void futureThatTheProgramRunsItselfStandsUnderItsCallers() throws IOException {
        String future = "java.util.concurrent.FutureTask.run";
        sample(main, "app.Main.load", future, "app.Main.get", "app.Main.main");
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        sample(worker, "app.Fib.load", future, "app.Fib.get", "app.Fib.compute", ENTRY);
        worker.complete(TASK).end();

        assertThat(profile())
                .containsSubsequence("app.Main.load\n", "called by app.Main.get\n", "called by app.Main.main\n")
                .containsSubsequence(
                        "app.Fib.load\n",
                        "called by app.Fib.get\n",
                        "called by app.Fib.compute\n",
                        "called by app.Main.run(Main.java:5)\n");
    }

    @Test
    void nextRunOfATaskThatIsRepeatedIsTheSame() throws IOException {
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        long next = worker.create(TASK, 0, 0, body);
        worker.complete(TASK).start(TASK, next);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK).end();

        assertThat(profile()).contains("called by app.Main.run(Main.java:5)\n").doesNotContain("(unknown call site)");
    }

    @Test
    void taskStandsUnderAllThatHadCalledWhatMadeIt() throws IOException {
        long task = main.create(TASK, 0, site, body);
        made(task, site, "java.util.Jdk.fork", "app.Main.run", "app.Main.twice", "app.Main.main");
        worker.begin().start(TASK, task);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK).end();
        sample(main, "app.Main.start", "app.Main.main");

        assertThat(stacks())
                .containsOnlyKeys(
                        "app.Main.main;app.Main.start",
                        "app.Main.main;app.Main.twice;app.Main.run;app.Main.run(Main.java:5);app.Fib.compute");
    }

    @Test
    void whatATaskMakesStandsUnderItsOwnFramesAndAllThatMadeIt() throws IOException {
        long task = main.create(TASK, 0, site, body);
        made(task, site, "app.Main.run", "app.Main.main");
        worker.begin().start(TASK, task);
        int inner = trace.callSite("app.Fib.split(Main.java:12)");
        int innerBody = trace.body("app.Leaf.run");
        long leaf = worker.create(TASK, 0, inner, innerBody);
        made(leaf, inner, innerBody, "app.Fib.split", "app.Fib.compute", ENTRY, "java.lang.Thread.run");
        worker.start(TASK, leaf);
        sample(worker, "app.Leaf.run", ENTRY);
        worker.complete(TASK).complete(TASK).end();

        assertThat(stacks())
                .containsOnlyKeys("app.Main.main;app.Main.run;app.Main.run(Main.java:5);app.Fib.compute;app.Fib.split;"
                        + "app.Fib.split(Main.java:12);app.Leaf.run");
    }

    @Test
    void taskWithoutAStackOfItsOwnHasWhatAllStacksOfItsCallSiteBeginWith() throws IOException {
        long first = main.create(TASK, 0, site, body);
        long second = main.create(TASK, 0, site, body);
        made(first, site, "app.Main.run", "app.Main.twice", "app.Main.main");
        worker.begin().start(TASK, second);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK);

        assertThat(stacks())
                .containsOnlyKeys(
                        "app.Main.main;app.Main.twice;app.Main.run;app.Main.run(Main.java:5);app.Fib.compute");
    }

    @Test
    void whereStacksOfACallSiteDifferItIsSaidWhatIsNotKnown() throws IOException {
        long first = main.create(TASK, 0, site, body);
        long second = main.create(TASK, 0, site, body);
        long third = main.create(TASK, 0, site, body);
        made(first, site, "app.Main.run", "app.Main.once", "app.Main.main");
        made(second, site, "app.Main.run", "app.Main.twice", "app.Main.main");
        worker.begin();
        for (long each : List.of(first, second, third)) {
            worker.start(TASK, each);
            sample(worker, "app.Fib.compute", ENTRY);
            worker.complete(TASK);
        }

        assertThat(stacks())
                .containsOnlyKeys(
                        "app.Main.main;app.Main.once;app.Main.run;app.Main.run(Main.java:5);app.Fib.compute",
                        "app.Main.main;app.Main.twice;app.Main.run;app.Main.run(Main.java:5);app.Fib.compute",
                        "app.Main.main;<caller not sampled>;app.Main.run(Main.java:5);app.Fib.compute");
    }

    @Test
    void tasksOfDifferentCodeAtOneCallSiteHaveStacksOfTheirOwn() throws IOException {
        int otherBody = trace.body("app.Other.run");
        long first = main.create(TASK, 0, site, body);
        long other = main.create(TASK, 0, site, otherBody);
        long second = main.create(TASK, 0, site, body);
        made(first, site, "app.Main.run", "app.Main.once", "app.Main.main");
        made(other, site, otherBody, "app.Main.run", "app.Main.twice", "app.Main.main");
        worker.begin().start(TASK, second);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK);

        assertThat(stacks())
                .containsOnlyKeys("app.Main.main;app.Main.once;app.Main.run;app.Main.run(Main.java:5);app.Fib.compute");
    }

    @Test
    void stackOfAnotherTaskAtTheSameCallSiteIsNotTaken() throws IOException {
        int otherBody = trace.body("app.Other.run");
        long task = main.create(TASK, 0, site, body);
        long other = main.create(TASK, 0, site, otherBody);
        int inner = trace.callSite("app.Util.submit(Main.java:12)");
        worker.begin().start(TASK, task);
        long ofTask = worker.create(TASK, 0, inner, 0);
        made(ofTask, inner, 0, "app.Util.submit", "app.Fib.compute", ENTRY);
        worker.complete(TASK).start(TASK, other);
        long ofOther = worker.create(TASK, 0, inner, 0);
        worker.complete(TASK);
        worker.start(TASK, ofOther);
        sample(worker, "app.Leaf.run", ENTRY);
        worker.complete(TASK);

        assertThat(stacks())
                .containsOnlyKeys("<main>;app.Main.run(Main.java:5);app.Util.submit(Main.java:12);app.Leaf.run");
    }

    @Test
    void stackThatDoesNotLeadToTheCallSiteIsNotThatOfWhatWasMade() throws IOException {
        long task = main.create(TASK, 0, site, body);
        made(task, site, "app.Main.later", "app.Main.main");
        worker.begin().start(TASK, task);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK);

        assertThat(stacks()).containsOnlyKeys("<main>;app.Main.run(Main.java:5);app.Fib.compute");
    }

    @Test
    void stackOfACreatorThatIsCutOffSaysSo() throws IOException {
        long task = main.create(TASK, 0, site, body);
        stacksOfMade.add(made -> made.add(task, site, body, List.of("app.Main.run", "app.Main.deep"), true, main.id()));
        worker.begin().start(TASK, task);
        sample(worker, "app.Fib.compute", ENTRY);
        worker.complete(TASK);

        assertThat(stacks())
                .containsOnlyKeys(
                        "<main>;<cut off>;app.Main.deep;app.Main.run;app.Main.run(Main.java:5);app.Fib.compute");
    }

    @Test
    void tasksThatMakeOthersOfTheirKindAreOneStepWithTheirStacksToo() throws IOException {
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        for (int i = 0; i < 3; i++) {
            long inner = worker.create(TASK, 0, fork, body);
            made(inner, fork, "app.Fib.compute", ENTRY, "app.Fib.compute", ENTRY);
            worker.start(TASK, inner);
        }
        sample(worker, "app.Fib.fib", "app.Fib.compute", ENTRY, "app.Fib.compute", ENTRY);
        worker.complete(TASK).complete(TASK).complete(TASK).complete(TASK);

        assertThat(stacks())
                .containsOnlyKeys("<main>;app.Main.run(Main.java:5);app.Fib.compute;"
                        + "app.Fib.compute(Main.java:9) [recursive];app.Fib.compute;app.Fib.fib");
    }

    @Test
    void reportSaysHowMuchWasWaitedWithAStackAndWhatHadCalledIt() throws IOException {
        worker.begin();
        int waitsAt = trace.callSite("app.Main.take(Main.java:40)");
        for (int i = 0; i < 4; i++) {
            long began = trace.now() + 1_000;
            main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, ScopeEndpoint.BEGIN, 0, waitsAt);
            trace.pass(9_000);
            main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, ScopeEndpoint.END, 0, waitsAt);
            if (i == 1) {
                stacksOfMade.add(each -> each.addWait(
                        began, waitsAt, List.of("app.Main.take", "app.Main.next", "app.Main.main"), false, main.id()));
            }
        }
        worker.end();

        assertThat(ReportText.of(whole(), withStacks(), 200))
                .contains("Of 40.0 us that threads waited, 25.0 % were in waits of which a stack was taken.")
                .containsPattern(" 25\\.0 % called by app\\.Main\\.next, app\\.Main\\.main\n");
    }

    @Test
    void tableOfLocksSaysWhatHadCalledTheCodeThatWaitedForEachOfThem() throws IOException {
        worker.begin();
        int waitsAt = trace.callSite("app.Main.guarded(Main.java:40)");
        int heldAt = trace.callSite("app.Main.hold(Main.java:50)");
        long first = trace.waitId(Construct.REENTRANT_LOCK, "app.First");
        long second = trace.waitId(Construct.REENTRANT_LOCK, "app.Second");
        int waits = 0;
        for (long lock : new long[] {first, first, second}) {
            String caller = lock == second ? "app.Main.second" : "app.Main.first";
            locks(worker, lock, heldAt);
            long began = trace.now() + 1_000;
            main.acquire(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, waitsAt);
            trace.pass(97_000);
            worker.released(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, heldAt);
            main.acquired(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, waitsAt);
            main.released(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, waitsAt);
            if (waits++ != 1) {
                stacksOfMade.add(each -> each.addWait(
                        began, waitsAt, List.of("app.Main.guarded", caller, "app.Main.main"), false, main.id()));
            }
        }
        worker.end();

        String report = ReportText.of(whole(), withStacks(), 200);
        String locks = report.substring(report.indexOf("\n\nLocks and monitors"));
        assertThat(locks)
                .containsPattern(
                        "99\\.0 % waited at app\\.Main\\.guarded\\(Main\\.java:40\\)\n +49\\.5 % called by app\\.Main\\.first, app\\.Main\\.main\n")
                .containsPattern(
                        "99\\.0 % waited at app\\.Main\\.guarded\\(Main\\.java:40\\)\n +99\\.0 % called by app\\.Main\\.second, app\\.Main\\.main\n");
    }

    @Test
    void waitOfAHolderWithoutACallSiteIsNamedByItsStack() throws IOException {
        worker.begin();
        int heldAt = trace.callSite("app.Main.hold(Main.java:50)");
        long lock = trace.waitId(Construct.REENTRANT_LOCK, "app.Lock");
        locks(main, lock, heldAt);
        worker.acquire(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, heldAt);
        for (int i = 0; i < 2; i++) {
            long began = trace.now() + 1_000;
            main.wait(Construct.IO, State.WAIT_IO, ScopeEndpoint.BEGIN, 0, 0);
            trace.pass(100_000_000);
            main.wait(Construct.IO, State.WAIT_IO, ScopeEndpoint.END, 0, 0);
            if (i == 0) {
                stacksOfMade.add(each -> each.addWait(
                        began,
                        0,
                        List.of("java.net.Socket.read", "app.Main.fetch", "app.Main.hold", "app.Main.main"),
                        false,
                        main.id()));
            }
        }
        main.released(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, heldAt);
        worker.acquired(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, heldAt);
        worker.end();

        assertThat(ReportText.findings(whole(), withStacks()))
                .contains(" In the hold: io 50.0 %, io in Main.fetch 50.0 %.\n");
    }

    @Test
    void waitsOfAHolderForInputOfSeveralChannelsAreOneIfTheSameCodeWaits() throws IOException {
        worker.begin();
        int heldAt = trace.callSite("app.Main.hold(Main.java:50)");
        long lock = trace.waitId(Construct.REENTRANT_LOCK, "app.Lock");
        locks(main, lock, heldAt);
        worker.acquire(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, heldAt);
        for (int i = 0; i < 2; i++) {
            long began = trace.now() + 1_000;
            io(trace.waitId(Construct.IO, "sun.nio.ch.EPollSelectorImpl"));
            stacksOfMade.add(each -> each.addWait(
                    began, 0, List.of("java.nio.Selector.select", "app.Main.poll", "app.Main.main"), false, main.id()));
        }
        main.released(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, heldAt);
        worker.acquired(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, heldAt);
        worker.end();

        assertThat(ReportText.findings(whole(), withStacks())).contains(" In the hold: io in Main.poll 100.0 %.\n");
    }

    @Test
    void waitWithoutACallSiteThatBlocksALoopIsNamedByItsStack() throws IOException {
        long selector = trace.waitId(Construct.IO, "java.nio.channels.Selector");
        for (int i = 0; i < 12; i++) {
            io(selector);
            long began = trace.now() + 1_000;
            io(0);
            stacksOfMade.add(each -> each.addWait(
                    began, 0, List.of("java.net.Socket.read", "app.Main.fetch", "app.Main.main"), false, main.id()));
        }
        io(selector);

        assertThat(ReportText.findings(whole(), withStacks()))
                .contains("Event loops were blocked, for ", ": io 100.0 % in Main.fetch.\n");
    }

    @Test
    void idleThreadsOfAPoolThatWasNotObservedDoNotWaitForOneAnother() throws IOException {
        trace.notObserved("the pools of pooled are not observed: define=pooled tells their tasks");
        handOver("org.pooled.Pool.awaitWork");

        assertThat(ReportText.findings(whole(), withStacks())).doesNotContain("for one another");
    }

    @Test
    void threadsThatWaitInATaskOfAPoolThatWasNotObservedMayWaitForOneAnother() throws IOException {
        trace.notObserved("the pools of pooled are not observed: define=pooled tells their tasks");
        handOver("org.pooled.Pool.execute");

        assertThat(ReportText.findings(whole(), withStacks())).contains("2 threads waited for one another in Queue #");
    }

    @Test
    void codeThatCameToAWaitThatTimedOutIsNamed() throws IOException {
        int putsAt = trace.callSite("org.pooled.Queue.put(Queue.java:9)");
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "org.pooled.Queue");
        long began = trace.now() + 1_000;
        main.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, ScopeEndpoint.BEGIN, queue, putsAt);
        trace.pass(100_000_000);
        main.waitEnds(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, WaitOutcome.TIMEOUT, queue, putsAt);
        stacksOfMade.add(each -> each.addWait(
                began, putsAt, List.of("org.pooled.Queue.put", "app.Main.send", "app.Main.main"), false, main.id()));

        assertThat(ReportText.findings(whole(), withStacks()))
                .contains("Timed out: 1 wait for room in Queue #")
                .contains("They mostly came there by Main.send, Main.main.\n");
    }

    @Test
    void codeOfFewOfTheWaitsAtAPlaceIsNotSaidToBeThatOfMost() throws IOException {
        int putsAt = trace.callSite("org.pooled.Queue.put(Queue.java:9)");
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "org.pooled.Queue");
        worker.begin();
        long began = trace.now() + 1_000;
        stacksOfMade.add(each ->
                each.addWait(began, putsAt, List.of("org.pooled.Queue.put", "app.Main.send"), false, main.id()));
        for (ThreadScript each : List.of(main, worker)) {
            each.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, ScopeEndpoint.BEGIN, queue, putsAt);
            trace.pass(each == main ? 100_000_000 : 300_000_000);
            each.waitEnds(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, WaitOutcome.TIMEOUT, queue, putsAt);
        }
        worker.end();

        assertThat(ReportText.findings(whole(), withStacks()))
                .contains("Timed out: ")
                .doesNotContain("They mostly came there by");
    }

    /** Each of two threads waits until the other one has done something. */
    private void handOver(String caller) {
        worker.begin();
        int takesAt = trace.callSite("org.pooled.Queue.take(Queue.java:3)");
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "org.pooled.Queue");
        for (int i = 0; i < 20; i++) {
            ThreadScript taker = i % 2 == 0 ? main : worker;
            ThreadScript giver = i % 2 == 0 ? worker : main;
            long began = trace.now() + 1_000;
            taker.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, ScopeEndpoint.BEGIN, queue, takesAt);
            trace.pass(100_000_000);
            giver.wakeup(Construct.BLOCKING_QUEUE, queue, 0);
            taker.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, ScopeEndpoint.END, queue, takesAt);
            stacksOfMade.add(each -> each.addWait(
                    began,
                    takesAt,
                    List.of("org.pooled.Queue.take", caller, "org.pooled.Pool.run"),
                    false,
                    taker.id()));
        }
        worker.end();
    }

    private void io(long waitId) {
        main.wait(Construct.IO, State.WAIT_IO, ScopeEndpoint.BEGIN, waitId, 0);
        trace.pass(100_000_000);
        main.wait(Construct.IO, State.WAIT_IO, ScopeEndpoint.END, waitId, 0);
    }

    private void locks(ThreadScript thread, long lock, int site) {
        thread.acquire(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, site);
        thread.acquired(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site);
    }

    private interface StackOfMade {
        void addTo(MadeStacks stacks) throws IOException;
    }

    private void made(long made, int callSite, String... frames) {
        made(made, callSite, body, frames);
    }

    private void made(long made, int callSite, int itsBody, String... frames) {
        stacksOfMade.add(each -> each.add(made, callSite, itsBody, List.of(frames), false, main.id()));
    }

    /** The number of samples by stack; the outermost frame comes first. */
    private Map<String, Long> stacks() throws IOException {
        UserStacks stacks = new UserStacks(whole(), withStacks());
        RunReader.read(whole(), RunModel.withoutHistory(whole()), stacks);
        stacks.end();
        Map<String, Long> found = new LinkedHashMap<>();
        stacks.counts().forEach((stack, count) -> found.merge(String.join(";", stack), count, Long::sum));
        return found;
    }

    private Samples withStacks() throws IOException {
        MadeStacks made = MadeStacks.of(whole());
        for (StackOfMade each : stacksOfMade) {
            each.addTo(made);
        }
        made.renumber(thread -> thread);
        return Samples.of(samples, made, "running threads", JvmPauses.NONE);
    }

    private void inNativeCode(ThreadScript thread, String... frames) {
        trace.pass(10);
        samples.add(new Sample(trace.now(), thread.id(), List.of(frames), false, true, 0));
        trace.pass(10);
    }

    private void cutOff(ThreadScript thread, String... frames) {
        trace.pass(10);
        samples.add(new Sample(trace.now(), thread.id(), List.of(frames), true, false, 0));
        trace.pass(10);
    }

    private void sample(ThreadScript thread, String... frames) {
        trace.pass(10);
        samples.add(new Sample(trace.now(), thread.id(), List.of(frames)));
        trace.pass(10);
    }

    private String profile() throws IOException {
        String report = ReportText.of(whole(), Samples.of(samples, "running threads"), 200);
        int begin = report.indexOf("\n\nProfile (call stacks as the program was written, by running threads)");
        return report.substring(begin + 2, report.indexOf("\n\n", begin + 2) + 1);
    }

    /** The samples by the rows of the table. Asserts that their shares add up to one. */
    private Map<String, Long> otherThreads() throws IOException {
        Map<String, Long> counts = new LinkedHashMap<>();
        double shares = 0;
        JsonNode report = ReportData.of(whole(), Samples.of(samples, "running threads"), 100);
        for (JsonNode each :
                ReportData.table(report, "samples_of_other_threads").get("rows")) {
            counts.put(each.get("under").asText(), each.get("samples").asLong());
            shares += each.get("share").asDouble();
        }
        assertThat(shares).isCloseTo(1, within(1e-9));
        return counts;
    }

    private Trace whole() {
        if (built == null) {
            main.initialTaskEnd().end();
            built = trace.build();
        }
        return built;
    }
}
