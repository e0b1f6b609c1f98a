package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.RecordedEvents.Delivered;
import org.ompt4j.emitter.defined.DefinedPoolHooks;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;

/** The hooks of pools that the configuration defines, called like rewritten code calls them. */
class DefinedPoolHooksTest {
    private static final int METHOD = Definitions.body("com.acme.Pool.runTask");

    private final RecordedEvents events = new RecordedEvents();
    private final Object task = new Object();
    private final Object pool = new Object();

    @AfterEach
    void stop() {
        events.close();
    }

    private Object submit(Object submitted) {
        return DefinedPoolHooks.submit(submitted, pool, Object.class, "");
    }

    private void submitAll(Object... submitted) {
        for (Object each : submitted) {
            DefinedPoolHooks.submitted(submit(each), true, null);
        }
    }

    /** The events of the body, without those of the thread's begin and end and of its initial task. */
    private List<String> told(Runnable body) throws InterruptedException {
        List<Delivered> found = new ArrayList<>();
        Thread thread = new Thread(() -> {
            Threads.current();
            int before = events.all().size();
            body.run();
            found.addAll(events.all().subList(before, events.all().size()));
        });
        thread.setName("own-1");
        thread.start();
        thread.join();
        return found.stream().map(Delivered::brief).toList();
    }

    private List<Delivered> all(String event) {
        return events.all().stream().filter(each -> each.event().equals(event)).toList();
    }

    @Test
    void taskBeginsAsTheOneThatWasHandedOver() throws InterruptedException {
        List<String> told = told(() -> {
            submitAll(task);
            DefinedPoolHooks.ran(DefinedPoolHooks.runs(task, METHOD), null);
        });

        assertThat(told).containsExactly("taskCreate", "taskSchedule", "taskSchedule");
        assertThat(all("taskCreate")).singleElement().matches(each -> each.is("taskCreate", TaskFlag.EXPLICIT));
    }

    @Test
    void taskThatNobodyHandedOverIsUndeferred() throws InterruptedException {
        List<String> told = told(() -> DefinedPoolHooks.ran(DefinedPoolHooks.runs(task, METHOD), null));

        assertThat(told).containsExactly("taskCreate", "taskSchedule", "taskSchedule");
        assertThat(all("taskCreate"))
                .singleElement()
                .matches(each -> each.is("taskCreate", TaskFlag.EXPLICIT | TaskFlag.UNDEFERRED));
    }

    @Test
    void methodThatHandsTheSameTaskOnIsPartOfTheFirst() throws InterruptedException {
        List<String> told = told(() -> {
            Object outer = submit(task);
            Object inner = submit(task);
            Object other = submit(pool);
            DefinedPoolHooks.submitted(other, true, null);
            DefinedPoolHooks.submitted(inner, false, null);
            DefinedPoolHooks.submitted(outer, true, null);
        });

        assertThat(told).containsExactly("taskCreate", "taskCreate");
    }

    @Test
    void taskThatIsNotAcceptedIsDiscarded() throws InterruptedException {
        List<String> told = told(() -> {
            DefinedPoolHooks.submitted(submit(task), false, null);
            DefinedPoolHooks.submitted(submit(task), true, new IllegalStateException());
        });

        assertThat(told).containsExactly("taskCreate", "cancel", "taskCreate", "error", "cancel");
        assertThat(all("cancel")).allMatch(each -> each.is("cancel", CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK));
    }

    @Test
    void whatTheSubmitterRunsItselfAndThrowsIsNoRefusal() throws InterruptedException {
        RuntimeException thrown = new IllegalStateException();
        List<String> told = told(() -> {
            Object begun = submit(task);
            DefinedPoolHooks.ran(DefinedPoolHooks.runs(task, METHOD), thrown);
            DefinedPoolHooks.submitted(begun, true, thrown);
        });

        assertThat(told).containsExactly("taskCreate", "taskSchedule", "error", "taskSchedule");
        assertThat(all("error")).singleElement().matches(each -> each.is("error", Severity.WARNING));
    }

    @Test
    void methodsThatRunTheSameTaskOneInsideTheOtherAreOneTask() throws InterruptedException {
        List<String> told = told(() -> {
            submitAll(task);
            DefinedPoolHooks.before(task, METHOD);
            assertThat(DefinedPoolHooks.runs(task, METHOD)).isNull();
            DefinedPoolHooks.after(task, null);
        });

        assertThat(told).containsExactly("taskCreate", "taskSchedule", "taskSchedule");
    }

    @Test
    void taskWhoseEndNobodyTellsEndsWhereTheWorkerWaitsForTheNext() throws InterruptedException {
        List<String> told = told(() -> {
            submitAll(task);
            DefinedPoolHooks.before(task, METHOD);
            DefinedPoolHooks.idleEnd(DefinedPoolHooks.idleBegin());
            DefinedPoolHooks.after(task, null);
        });

        assertThat(told).containsExactly("taskCreate", "taskSchedule", "taskSchedule", "wait begin", "wait end");
        assertThat(all("wait")).allMatch(each -> each.is("wait", State.IDLE));
    }

    @Test
    void waitInsideOfATaskThatAMethodRunsDoesNotEndIt() throws InterruptedException {
        List<String> told = told(() -> {
            Object begun = DefinedPoolHooks.runs(task, METHOD);
            DefinedPoolHooks.idleEnd(DefinedPoolHooks.idleBegin());
            DefinedPoolHooks.ran(begun, null);
        });

        assertThat(told).containsExactly("taskCreate", "taskSchedule", "wait begin", "wait end", "taskSchedule");
    }

    @Test
    void workerWorksForOnePoolAtATimeWhichIsNamedAfterIt() throws InterruptedException {
        List<String> told = told(() -> {
            boolean joined = DefinedPoolHooks.workerBegin(pool);
            boolean again = DefinedPoolHooks.workerBegin(new Object());
            DefinedPoolHooks.workerEnd(again);
            DefinedPoolHooks.workerEnd(joined);
        });
        List<String> next = told(() -> DefinedPoolHooks.workerEnd(DefinedPoolHooks.workerBegin(pool)));

        assertThat(told).containsExactly("pool begin", "poolWorker begin", "poolWorker end");
        assertThat(next).containsExactly("poolWorker begin", "poolWorker end");
        assertThat(all("pool")).singleElement().matches(each -> each.is("pool", "own"));
    }
}
