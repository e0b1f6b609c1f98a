package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WeakSideTable;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.OmptDependence;

/**
 * The tasks that must be complete before a future is complete: the task of the future, or those of the futures that {@code allOf} has joined.
 *
 * <p>Thread safety: immutable; any thread.
 */
final class JoinedTasks {
    static final JoinedTasks NONE = new JoinedTasks(null, 0, new Part[0], new long[0]);

    /** The futures that {@code allOf} made, each with its tasks. */
    private static final WeakSideTable<Part[]> JOINED = new WeakSideTable<>();

    /** The future of the one task; null if {@link #parts} has the tasks. */
    private final @Nullable CompletableFuture<?> only;

    private final long onlyId;
    private final Part[] parts;

    /** The ids of the tasks of the parts as they were when this was made: they do not change between the events of one time. */
    private final long[] ids;

    /** A task and the future that it completes. The future is not kept alive: no task depends on a future that is gone. */
    private static final class Part extends WeakReference<CompletableFuture<?>> {
        private final long id;

        Part(CompletableFuture<?> future, long id) {
            super(future);
            this.id = id;
        }

        boolean isUnfinished() {
            CompletableFuture<?> future = get();
            return future != null && !StageTasks.isDone(future);
        }

        /** It can be known only later which task completes a future that {@code thenCompose} returned. */
        long id() {
            CompletableFuture<?> future = get();
            long known = future == null ? 0 : StageTasks.onlyTaskOf(future);
            return known != 0 ? known : id;
        }
    }

    private JoinedTasks(@Nullable CompletableFuture<?> only, long onlyId, Part[] parts, long[] ids) {
        this.only = only;
        this.onlyId = onlyId;
        this.parts = parts;
        this.ids = ids;
    }

    /** The tasks of a future as far as they are known now, which are not to be kept for long; none if it has no task, or the task is not known. */
    static JoinedTasks of(@Nullable CompletableFuture<?> future) {
        if (future == null) {
            return NONE;
        }
        long id = StageTasks.onlyTaskOf(future);
        if (id != 0) {
            return new JoinedTasks(future, id, NONE.parts, NONE.ids);
        }
        Part[] joined = JOINED.find(future);
        return joined == null ? NONE : new JoinedTasks(null, 0, joined, idsOf(joined));
    }

    private static long[] idsOf(Part[] parts) {
        long[] ids = new long[parts.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = parts[i].id();
        }
        return ids;
    }

    /** Notes that {@code allOf} made a future from these. Futures that are complete already are left out, so that a chain does not grow. */
    static void keep(CompletableFuture<?> made, CompletableFuture<?>[] of) {
        List<Part> parts = new ArrayList<>(of.length);
        for (CompletableFuture<?> each : of) {
            of(each).addUnfinished(parts);
        }
        if (!parts.isEmpty()) {
            JOINED.put(made, parts.toArray(new Part[0]));
        }
    }

    /**
     * A future gets the result of another one, which {@code allOf} may have made.
     *
     * @return whether it was made so
     */
    static boolean passOn(CompletableFuture<?> from, CompletableFuture<?> to) {
        Part[] joined = JOINED.find(from);
        if (joined != null) {
            JOINED.put(to, joined);
        }
        return joined != null;
    }

    private void addUnfinished(List<Part> unfinished) {
        if (only != null && !StageTasks.isDone(only)) {
            unfinished.add(new Part(only, onlyId));
        }
        for (Part each : parts) {
            if (each.isUnfinished()) {
                unfinished.add(each);
            }
        }
    }

    boolean isSameAs(JoinedTasks other) {
        boolean areOne = count() == 1 && other.count() == 1 && firstId() == other.firstId();
        return areOne || only == null && other.only == null && parts == other.parts;
    }

    private long firstId() {
        return only != null ? onlyId : ids[0];
    }

    int count() {
        return only != null ? 1 : parts.length;
    }

    void addTo(OmptDependence[] deps, int from) {
        if (only != null) {
            deps[from] = new OmptDependence(onlyId, DependenceType.IN);
        }
        for (int i = 0; i < parts.length; i++) {
            deps[from + i] = new OmptDependence(ids[i], DependenceType.IN);
        }
    }

    /** Tells which of them the task really has to wait for. */
    void tellUnfinished(ThreadContext c, long task) {
        if (only != null && !StageTasks.isDone(only)) {
            Events.taskDependence(c, c.clock().lastNow(), COMPLETABLE_FUTURE, onlyId, task);
        }
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].isUnfinished()) {
                Events.taskDependence(c, c.clock().lastNow(), COMPLETABLE_FUTURE, ids[i], task);
            }
        }
    }
}
