package org.ompt4j.emitter.stream;

import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;

import java.util.Spliterator;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.PassedCode;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.Regions;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.Taskloops;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.ScopeEndpoint;

/**
 * Called by the rewritten classes of {@code java.util.stream}; see {@code docs/mappings/parallel-stream.md}.
 *
 * <p>The tasks of a stream are fork/join tasks and are observed by the hooks of that family: tasks inside a region that is opened here inherit it
 * through fork and invoke.
 */
public final class ParallelStreamHooks extends ParallelStreamGuards {

    /** Holds the region whose elements the thread passes on in order. */
    private static final class Ordered {
        static final int SLOT = ThreadContext.newSlot();
    }

    private static final class Frames {
        static {
            FrameAnchor.ofRegions(PARALLEL_STREAM, FrameAnchor.outermostOfBlock("java.util.stream.", "evaluate"));
        }

        /** Before the first region is begun. */
        static void declare() {}
    }

    private ParallelStreamHooks() {}

    // ---------------------------------------------------------------- the region

    /**
     * A terminal operation begins.
     *
     * @param stream the last stage of the pipeline
     * @param operation the JDK's object for the operation
     * @return the region that the operation opens; null if the stream is sequential or the thread is not observed
     */
    @Guarded("parallel stream")
    public static @Nullable Object evaluateEnter(ThreadContext c, Object stream, @Nullable Object operation) {
        if (!((BaseStream<?, ?>) stream).isParallel()) {
            // Uses up the announced call site, which must not be used for a later region.
            CallSites.take(c, PARALLEL_STREAM);
            return null;
        }
        return beginRegion(c, bodyOf(stream, operation));
    }

    /** The pipeline's elements are about to be put into an array. */
    public static @Nullable Object toArrayEnter(Object stream) {
        return evaluateEnter(stream, null);
    }

    /** A gatherer's evaluation begins, as an operation of its own or as a stage of another one. */
    public static @Nullable Object gatherEnter(Spliterator<?> source, boolean parallel, @Nullable Object gatherer) {
        if (!parallel) {
            return null;
        }
        return gatherEnter(source, gatherer);
    }

    @Guarded("parallel stream")
    static @Nullable Object gatherEnter(ThreadContext c, Spliterator<?> source, @Nullable Object gatherer) {
        if (Taskloops.isDeclared(c)) {
            return null;
        }
        Object region = beginRegion(c, Events.wanted(Event.PARALLEL_BEGIN) ? PassedCode.in(gatherer) : 0);
        Taskloops.declare(c, PARALLEL_STREAM, source, Regions.codeptrRa(c));
        Taskloops.open(c);
        return region;
    }

    /** The function that the application passed to the operation, or to the last stage before it with such a function. */
    private static int bodyOf(Object stream, @Nullable Object operation) {
        if (!Events.wanted(Event.PARALLEL_BEGIN)) {
            return 0;
        }
        int body = PassedCode.in(operation);
        Object stage = stream;
        while (body == 0 && stage != null) {
            body = PassedCode.in(stage);
            stage = PipelineField.PREVIOUS_STAGE == Memory.NO_FIELD
                    ? null
                    : Memory.UNSAFE.getReference(stage, PipelineField.PREVIOUS_STAGE);
        }
        return body;
    }

    private static Object beginRegion(ThreadContext c, int body) {
        Frames.declare();
        int callSite = CallSites.takeOrWalk(c, PARALLEL_STREAM);
        return Regions.begin(c, PARALLEL_STREAM, parallelism(c), ParallelFlag.INVOKER_RUNTIME, callSite, body);
    }

    /** The number of threads that can work on the stream: those of the pool, and the caller if it is not one of them. */
    private static int parallelism(ThreadContext c) {
        if (c.thread() instanceof ForkJoinWorkerThread worker) {
            return worker.getPool().getParallelism();
        }
        return ForkJoinPool.getCommonPoolParallelism() + 1;
    }

    /** A terminal operation is left, normally or by an exception. */
    @Guarded("parallel stream")
    public static void evaluateExit(ThreadContext c, @Needed Object region) {
        Regions.end(c, (Region) region);
    }

    // ---------------------------------------------------------------- stages

    /** The terminal operation's own tasks are about to be made; the source is bound by now. */
    public static void terminalStageEnter(Spliterator<?> source) {
        declare(source, true);
    }

    /** A stateful stage is about to be evaluated; it makes tasks, or only wraps the source. */
    public static void statefulStageEnter(Spliterator<?> source) {
        declare(source, false);
    }

    @Guarded("parallel stream")
    static void declare(ThreadContext c, Spliterator<?> source, boolean always) {
        Taskloops.declare(c, PARALLEL_STREAM, source, Regions.codeptrRa(c));
        if (always) {
            Taskloops.open(c);
        }
    }

    /** A node is about to be made from a source: for toArray this is the whole operation, otherwise a part of a stage. */
    @Guarded("parallel stream")
    public static void nodeStageEnter(ThreadContext c, Object stage, Spliterator<?> source) {
        if (((BaseStream<?, ?>) stage).isParallel() && !Taskloops.isDeclared(c)) {
            Taskloops.declare(c, PARALLEL_STREAM, source, Regions.codeptrRa(c));
            Taskloops.open(c);
        }
    }

    /** A stateful stage was evaluated, or threw. */
    @Guarded("parallel stream")
    public static void statefulStageExit(ThreadContext c) {
        Taskloops.closeWithBarrier(c);
    }

    // ---------------------------------------------------------------- splits

    /**
     * A task is about to split what is left of its source.
     *
     * @return the source, for {@link #splitExit}
     */
    public static Object splitEnter(Object source) {
        return source;
    }

    /**
     * A task has split its source. A source that cannot be split takes its next elements here and returns them as a part of another kind. This takes
     * time, so the next event must not share the clock reading of the one before. Other sources only compute their middle.
     *
     * @param part null if there is none
     */
    public static void splitExit(@Nullable Spliterator<?> part, @Nullable Object source) {
        boolean hasGoneOn = source != null && (part == null || part.getClass() != source.getClass());
        if (hasGoneOn && Events.timed()) {
            tookFromSource();
        }
    }

    @Guarded("parallel stream")
    static void tookFromSource(ThreadContext c) {
        c.clock().now();
    }

    // ---------------------------------------------------------------- leaves

    /** A task of the AbstractTask kind has made its splits and starts its leaf. */
    public static void leaf(Object task) {
        if (Events.wanted(Event.DISPATCH)) {
            dispatchLeafOf(task, false);
        }
    }

    /** A task that keeps its leaf in a variable starts it. */
    public static void heldLeaf(@Nullable Object leaf, Object task) {
        if (Events.wanted(Event.DISPATCH)) {
            dispatchLeaf(leaf, task);
        }
    }

    /** A forEachOrdered task starts its leaf: it fills a buffer, or completes and passes its elements on in order. */
    public static void forEachOrderedLeaf(Object task) {
        if (Events.wanted(Event.DISPATCH)) {
            dispatchLeafOf(task, true);
        }
    }

    @Guarded("parallel stream")
    static void dispatchLeafOf(ThreadContext c, Object task, boolean ordered) {
        long field = ordered ? ForEachOrderedField.SPLITERATOR : AbstractTaskField.SPLITERATOR;
        dispatchLeaf(c, Memory.UNSAFE.getReference(task, field), task);
    }

    /** A task starts a leaf whose size is not known. */
    public static void unsizedLeaf() {
        if (Events.wanted(Event.DISPATCH)) {
            dispatchLeaf(null, null);
        }
    }

    @Guarded("parallel stream")
    static void dispatchLeaf(ThreadContext c, @Nullable Object leaf, @Nullable Object task) {
        Object root = task instanceof CountedCompleter<?> completer ? completer.getRoot() : null;
        Taskloops.chunk(c, PARALLEL_STREAM, root, leaf);
    }

    /** Initialised with the first leaf of this kind, when the task's class is already loaded. */
    private static final class AbstractTaskField {
        static final long SPLITERATOR = offset("java.util.stream.AbstractTask", "spliterator");
    }

    /** Initialised with the first ordered leaf, when the task's class is already loaded. */
    private static final class ForEachOrderedField {
        static final long SPLITERATOR = offset("java.util.stream.ForEachOps$ForEachOrderedTask", "spliterator");
    }

    /** Initialised with the first region, when the class of its pipeline is already loaded. */
    private static final class PipelineField {
        static final long PREVIOUS_STAGE = offset("java.util.stream.AbstractPipeline", "previousStage");
    }

    private static long offset(String className, String field) {
        return Memory.fieldOffset(Memory.jdkClass(className), field);
    }

    // ---------------------------------------------------------------- combining

    /** Two partial results are about to be combined. */
    @Guarded("parallel stream")
    public static void combineEnter(ThreadContext c) {
        long time = c.clock().afterCombination();
        c.tasks().setReducing(true);
        Events.reduction(c, time, PARALLEL_STREAM, ScopeEndpoint.BEGIN, Regions.codeptrRa(c));
    }

    /** Two partial results have been combined, or the combiner threw. */
    @Guarded("parallel stream")
    public static void combineExit(ThreadContext c) {
        if (!c.tasks().isReducing()) {
            // The reduction began in an earlier epoch.
            return;
        }
        c.tasks().setReducing(false);
        Events.reduction(c, c.clock().now(), PARALLEL_STREAM, ScopeEndpoint.END, Regions.codeptrRa(c));
        c.clock().markCombined();
    }

    // ---------------------------------------------------------------- order

    /** The buffered elements of one leaf of forEachOrdered are about to be passed on in order; no thread waits for this. */
    public static void orderedEnter() {
        ordered(true, null);
    }

    /**
     * The elements of one leaf are about to be passed on directly from their source. Also called for an inner task, whose source its children have
     * emptied.
     */
    public static void orderedSourceEnter(Spliterator<?> source) {
        ordered(true, source);
    }

    /** The elements of one leaf were passed on, or the action threw. */
    public static void orderedExit() {
        ordered(false, null);
    }

    private static boolean isEmptied(@Nullable Spliterator<?> source) {
        return source != null && source.getClass().getClassLoader() == null && source.estimateSize() == 0;
    }

    private static void ordered(boolean enter, @Nullable Spliterator<?> source) {
        if (Settings.mutexDetail() == RunSettings.MutexDetail.FULL) {
            passOrdered(enter, source);
        }
    }

    @Guarded("parallel stream")
    static void passOrdered(ThreadContext c, boolean enter, @Nullable Spliterator<?> source) {
        Region region = c.tasks().currentTeam();
        if (enter && region != null && !isEmptied(source)) {
            c.setSlot(Ordered.SLOT, region);
            Mutexes.acquiredAtOnce(
                    c, PARALLEL_STREAM, MutexKind.ORDERED, MutexImpl.NONE, region.id(), region.codeptrRa());
        } else if (!enter && c.slot(Ordered.SLOT) instanceof Region entered) {
            c.setSlot(Ordered.SLOT, null);
            Mutexes.released(c, PARALLEL_STREAM, MutexKind.ORDERED, entered.id(), entered.codeptrRa());
        }
    }

    // ---------------------------------------------------------------- short circuit

    /** A task has found the result of the operation: the other tasks need not go on. */
    public static void shortCircuit(@Nullable Object result) {
        if (result != null) {
            cancel(CancelFlag.TASKGROUP | CancelFlag.ACTIVATED);
        }
    }

    /** A task has found a result that makes the tasks to its right superfluous. */
    public static void cancelLaterNodes() {
        cancel(CancelFlag.TASKGROUP | CancelFlag.ACTIVATED);
    }

    /** A task has checked whether it was cancelled. */
    public static void taskCanceled(boolean canceled) {
        if (canceled) {
            cancel(CancelFlag.TASKGROUP | CancelFlag.DETECTED);
        }
    }

    @Guarded("parallel stream")
    static void cancel(ThreadContext c, int flags) {
        if (c.tasks().inExplicitTask()) {
            Events.cancel(c, c.clock().now(), PARALLEL_STREAM, c.taskId(), flags, Regions.codeptrRa(c));
        }
    }
}
