package org.ompt4j.tools.conformance;

import static org.ompt4j.tools.conformance.ScriptedRuntime.SITE;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.conformance.ScriptedRuntime.Played;
import org.ompt4j.tools.conformance.ScriptedRuntime.Region;

/** Sequences of events that break the rules of a conformance tool, and those that break a rule of all such tools. */
final class BrokenSequences {
    private final Map<String, List<Broken>> byRule = new LinkedHashMap<>();

    /** A sequence that breaks a rule; a thread and its initial task have begun before it. */
    interface Broken {
        void play(ScriptedRuntime run, Played main);
    }

    void add(String rule, Broken... sequences) {
        byRule.put(rule, List.of(sequences));
    }

    Set<String> rules() {
        return byRule.keySet();
    }

    /** For each sequence: the rule, the number of the sequence among those that break this rule, and the sequence. */
    Stream<Arguments> arguments() {
        return byRule.entrySet().stream()
                .flatMap(each -> each.getValue().stream()
                        .map(sequence ->
                                Arguments.of(each.getKey(), each.getValue().indexOf(sequence), sequence)));
    }

    // ---------------------------------------------------------------- threads and data

    static void threadGoesOnAfterItsEnd(ScriptedRuntime run, Played main) {
        run.endThread(main);
        run.acquire(MutexKind.LOCK, 1, SITE);
    }

    static void threadHasNotBegun(ScriptedRuntime run, Played main) {
        run.thread = run.data();
        run.acquire(MutexKind.LOCK, 1, SITE);
    }

    static void newTaskHasAValue(ScriptedRuntime run, Played main) {
        OmptData task = run.data();
        task.value = 1;
        run.create(main.task(), task, 0, false);
    }

    static void taskBeginsWithOtherData(ScriptedRuntime run, Played main) {
        OmptData task = run.create(main, 0);
        run.schedule(main.task(), TaskStatus.SWITCH, new OmptData(task.id()));
    }

    static void valueOfATaskChanges(ScriptedRuntime run, Played main) {
        OmptData task = run.create(main, 0);
        task.value++;
        run.begin(main, task);
    }

    static void inquiryAnswersWithOtherData(ScriptedRuntime run, Played main) {
        run.answersWithOtherData = true;
        run.create(main, 0);
    }

    // ---------------------------------------------------------------- regions

    static void twoMembersHaveOneNumber(ScriptedRuntime run, Played main) {
        Region region = run.region(main);
        run.join(run.thread(), region, 0);
    }

    static void regionCountsTooManyMembers(ScriptedRuntime run, Played main) {
        run.countedTooMany = 1;
        run.endRegion(main, run.region(main));
        run.end();
    }

    static void memberReachesTheEndOfARegionThatIsOver(ScriptedRuntime run, Played main) {
        Region region = run.region(main);
        Played worker = run.thread();
        run.join(worker, region, 1);
        run.on(main);
        run.endRegion(main, region);
        run.on(worker);
        run.leave(worker, region, 1, 0);
        run.end();
    }

    // ---------------------------------------------------------------- tasks

    static void virtualThreadThatIsNotMountedCreatesATask(ScriptedRuntime run, Played main) {
        Played virtual = run.createVirtual(main);
        VirtualThreads.beginOn(run, run.carrier(), virtual);
        run.mount(run.carrier(), virtual);
        run.create(virtual.data, 0, false);
    }

    static void discardedTaskBegins(ScriptedRuntime run, Played main) {
        OmptData task = run.create(main, 0);
        run.cancel(task, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK);
        run.begin(main, task);
    }

    static void taskCompletesTwice(ScriptedRuntime run, Played main) {
        OmptData task = run.create(main, 0);
        run.begin(main, task);
        run.complete(main);
        run.schedule(task, TaskStatus.COMPLETE, main.task());
    }

    static void taskRunsOnTwoThreads(ScriptedRuntime run, Played main) {
        OmptData task = run.create(main, 0);
        run.begin(main, task);
        run.begin(run.thread(), task);
    }

    static void virtualThreadIsMountedTwice(ScriptedRuntime run, Played main) {
        Played virtual = run.createVirtual(main);
        run.mount(run.carrier(), virtual);
        run.mount(run.carrier(), virtual);
    }

    // ---------------------------------------------------------------- mutexes

    static void mutexIsAcquiredTwice(ScriptedRuntime run, Played main) {
        run.hold(1);
        run.hold(1);
    }
}
