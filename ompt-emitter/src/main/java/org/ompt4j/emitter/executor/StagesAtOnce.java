package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.TaskFlag;

/**
 * Stages whose sources are complete: the thread that makes such a stage runs its function before it has the future. The JDK's methods that do so
 * know either the sources or the new future, not both.
 *
 * <p>Thread safety: each object belongs to one thread.
 */
final class StagesAtOnce {
    private static final int SLOT = ThreadContext.newSlot();

    /** The sources of the stage that the thread is about to run; null if they are not known. */
    private @Nullable CompletableFuture<?> first;

    private @Nullable CompletableFuture<?> second;

    /** The task whose function has just returned, and whose future the thread returns next; 0 if there is none. */
    private long ended;

    private StagesAtOnce() {}

    static StagesAtOnce of(ThreadContext c) {
        @Nullable Object known = c.slot(SLOT);
        if (known instanceof StagesAtOnce mine) {
            return mine;
        }
        StagesAtOnce made = new StagesAtOnce();
        c.setSlot(SLOT, made);
        return made;
    }

    /** A stage of these sources may run next; the second one is null if it has only one, or if that is not known. */
    void noteSources(CompletableFuture<?> source, @Nullable CompletableFuture<?> other) {
        first = source;
        second = other;
    }

    void forgetSources() {
        first = null;
        second = null;
    }

    /** As {@link #begin}, for the future that the function completes. */
    long beginFor(ThreadContext c, CompletableFuture<?> future, Object function) {
        long id = begin(c, function);
        if (id != 0) {
            StageTasks.keepBegun(future, id);
        }
        return id;
    }

    /**
     * The function of a stage is about to run: an undeferred task of the caller, which depends on the noted sources.
     *
     * @return the id of the task; 0 for a function of the JDK
     */
    long begin(ThreadContext c, Object function) {
        CompletableFuture<?> source = first;
        CompletableFuture<?> other = second;
        forgetSources();
        if (StageTasks.isOfTheJdk(function)) {
            return 0;
        }
        int site = CallSites.take(c, COMPLETABLE_FUTURE);
        InitialTasks.ensure(c);
        long id = make(c, function, source, other, site);
        Tasks.begin(c, COMPLETABLE_FUTURE, id, c.tasks().currentRegion());
        return id;
    }

    private static long make(
            ThreadContext c,
            Object function,
            @Nullable CompletableFuture<?> source,
            @Nullable CompletableFuture<?> other,
            int site) {
        if (!Events.wantsTaskCreate()) {
            c.clock().now();
            return Tasks.create(c, COMPLETABLE_FUTURE, TaskFlag.UNDEFERRED, site, 0);
        }
        JoinedTasks first = JoinedTasks.of(source);
        JoinedTasks second = JoinedTasks.of(other);
        c.clock().now();
        boolean dependent = first.count() + second.count() > 0;
        long id = Tasks.create(c, COMPLETABLE_FUTURE, TaskFlag.UNDEFERRED, dependent, site, Bodies.of(function));
        if (dependent) {
            StageTasks.tellDependences(c, id, first, second);
        }
        return id;
    }

    /** The function has returned, or thrown. */
    void end(long id) {
        ended = id;
    }

    /**
     * The thread returns the future of the function that has just ended, if there is one. If that is to get the result of another future, which is not
     * complete, it is left to the task of that one.
     */
    void made(CompletableFuture<?> future) {
        long id = ended;
        ended = 0;
        if (id != 0 && StageTasks.isDone(future)) {
            StageTasks.keepBegun(future, id);
        }
    }
}
