package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.defined.DefinedHooks;
import org.ompt4j.emitter.defined.DefinedKind;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;

/** An announced call site reaches the hook of its construct, and no other one. */
class CallSitesTest {
    private static final Construct K = Construct.FORK_JOIN_TASK;
    private static final int SITE = 5;

    private final RecordedEvents events = new RecordedEvents();
    private final int[] taken = new int[3];

    @AfterEach
    void stop() {
        events.close();
    }

    @Test
    void siteIsTakenOnce() throws InterruptedException {
        ObservedThread.run(c -> {
            CallSites.at(CallSites.packed(SITE, K));
            taken[0] = CallSites.take(c, K);
            taken[1] = CallSites.take(c, K);
        });

        assertThat(taken).containsExactly(SITE, 0, 0);
    }

    @Test
    void siteOfAnotherConstructIsUsedUp() throws InterruptedException {
        ObservedThread.run(c -> {
            CallSites.at(CallSites.packed(SITE, Construct.PHASER));
            taken[0] = CallSites.take(c, K);
            taken[1] = CallSites.take(c, Construct.PHASER);
        });

        assertThat(taken).containsExactly(0, 0, 0);
    }

    @Test
    void siteOfSeveralConstructsIsTakenByEachOfThemAndByNoOther() throws InterruptedException {
        Set<Construct> executors = Set.of(Construct.FORK_JOIN_POOL, Construct.THREAD_POOL_EXECUTOR);
        Set<Construct> tasks = Set.of(K, Construct.THREAD_POOL_EXECUTOR);
        ObservedThread.run(c -> {
            CallSites.at(CallSites.packed(SITE, executors));
            taken[0] = CallSites.take(c, Construct.THREAD_POOL_EXECUTOR);
            CallSites.at(CallSites.packed(SITE, executors));
            taken[1] = CallSites.take(c, K);
            CallSites.at(CallSites.packed(SITE, tasks));
            taken[2] = CallSites.take(c, K);
        });

        assertThat(taken).containsExactly(SITE, 0, SITE);
    }

    @Test
    void definedMethodIsWhereItsCallerAnnouncedIt() throws InterruptedException {
        ObservedThread.run(c -> {
            c.leave();
            CallSites.at(CallSites.packed(SITE, Construct.DEFINED));
            DefinedHooks.end(DefinedHooks.begin(DefinedKind.MASKED.ordinal(), null, getClass(), 1), true, null);
            Threads.enter();
        });

        assertThat(events.all().stream().filter(each -> each.event().equals("masked")))
                .hasSize(2)
                .allMatch(each -> each.arguments().contains(SITE));
    }

    @Test
    void siteThatNobodyTookIsNotTheNextTasks() throws InterruptedException {
        ObservedThread.run(c -> {
            long task = Tasks.create(c, K, TaskFlag.EXPLICIT, 0, 0);
            CallSites.at(CallSites.packed(SITE, K));
            Tasks.begin(c, K, task, null);
            taken[0] = CallSites.take(c, K);
            CallSites.at(CallSites.packed(SITE, K));
            Tasks.end(c, task, TaskStatus.COMPLETE);
            taken[1] = CallSites.take(c, K);
        });

        assertThat(taken).containsExactly(0, 0, 0);
    }
}
