package org.ompt4j.emitter.forkjoin;

import java.util.ArrayDeque;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.FactOfClass;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.ForeignTasks;
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.Section;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Taskloops;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.jdk.GivenCode;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;

/**
 * The content of the fields that are added to {@code ForkJoinTask}: the id of the present execution intent, and its place, which is the region of the
 * task, or a {@link Section} if the task is a section with a number.
 *
 * <p>Thread safety: see the overview.
 */
final class TaskRecord {
    /*
     * Overview. The thread that makes a task writes both fields before the task is published through a queue; the thread that runs the task marks the
     * id as begun. The two never access the fields at the same time, because a task is either in one queue or held by one thread. There is one
     * exception: the JDK forks a task object again while it runs. This replaces the running id, which is still on the runner's stack of tasks, and
     * the runner does not access the fields any more. A task that is done before it began never runs; the thread that takes it from its queue finds
     * it pending and reports that, using compareAndSet since several threads can find it.
     *
     * The id is in the bits 53 to 0, and is 0 if the task was made while unobserved. The bits above are flags, see the constants.
     *
     * `made` is set between a fork in rewritten code and the fork in the JDK, which is the next thing the thread does.
     *
     * The two bits of a CountedCompleter say whether its body (`detached`) and its pending work (`done`) are over. The thread that sets the second of
     * them, mostly another one, ends the task; so both bits are set by read-modify-write. `detached` is set when the task's detach has been reported.
     * If a completer is handed over again, as some completers of the JDK do themselves while they run, it belongs to its latest execution; the
     * replaced execution ends with its body, or now if the body is already over.
     *
     * A task that is submitted to a pool can be submitted again, by any thread, before it has run. Then it is in several queues, or several times in
     * one, and runs as often as it is found not done. So the fields of a submitted task are changed by compareAndSet. A task that was submitted while
     * an intent was pending is marked `again` for good: its further intents are in a queue in a side table (Note), and from then on the fields are
     * changed only with the note's lock held. The oldest intent runs first.
     */
    private static final boolean BESIDE = FieldSubstitutes.areKeptFor(ForkJoinTask.class);
    private static final long ID_OFFSET =
            BESIDE ? Memory.fieldOffset(Note.class, "id") : Memory.fieldOffset(ForkJoinTask.class, "ompt4j$id");
    private static final long REGION_OFFSET =
            BESIDE ? Memory.fieldOffset(Note.class, "region") : Memory.fieldOffset(ForkJoinTask.class, "ompt4j$region");

    /** Whether tasks are observed. */
    static final boolean PRESENT = ID_OFFSET != Memory.NO_FIELD && REGION_OFFSET != Memory.NO_FIELD;

    private static final long UNFORKED = 1L << 62;
    private static final long SECTION = 1L << 61;
    private static final long BEGUN = 1L << 60;
    private static final long MADE = 1L << 59;
    private static final long SUBMITTED = 1L << 58;
    private static final long AGAIN = 1L << 57;
    private static final long DETACHED = 1L << 56;
    private static final long DONE = 1L << 55;
    private static final long ID_BITS = (1L << 54) - 1;

    /** The code of the tasks of a class. It is needed for every task, so one look-up gets all of it. */
    private static final FactOfClass<Code> CODES = new FactOfClass<>() {
        @Override
        protected Code compute(Class<?> type) {
            boolean ofPublisher = type.getName().equals("java.util.concurrent.SubmissionPublisher$ConsumerTask");
            return new Code(
                    ofPublisher ? Memory.fieldOffset(type, "consumer") : adaptedOffset(type),
                    OrderedTasks.predecessorOffset(type),
                    Bodies.ofClass(type),
                    isOfStream(type),
                    ofPublisher);
        }
    };

    /**
     * The code of a class of tasks.
     *
     * @param adaptedOffset of the field that holds the function which an adapter of the JDK runs; {@link Memory#NO_FIELD} if the class has none
     * @param predecessorOffset of the field that holds the predecessor of a task; {@link Memory#NO_FIELD} if the class has none
     * @param body of the class itself
     * @param ofStream whether streams make such tasks
     * @param ofPublisher whether publishers make such tasks, with the subscription in place of the function
     */
    private record Code(long adaptedOffset, long predecessorOffset, int body, boolean ofStream, boolean ofPublisher) {}

    /** The data of a task in the side table. */
    private static final class Note {
        /** The two fields, where the class was loaded before it could be given them. */
        @SuppressWarnings("unused")
        private long id;

        @SuppressWarnings("unused")
        private @Nullable Object region;

        /** Intents that came while another was pending, the oldest first. */
        private final ArrayDeque<Intent> further = new ArrayDeque<>(0);
    }

    /**
     * An execution intent.
     *
     * @param raw its id, and whether it is a section
     */
    record Intent(long raw, @Nullable Object place) {}

    static {
        Bodies.register(ForkJoinTask.class, "compute");
        FrameAnchor runs = FrameAnchor.innermost("java.util.concurrent.ForkJoinTask.doExec");
        FrameAnchor.ofTasks(Construct.FORK_JOIN_TASK, runs);
        FrameAnchor.ofTasks(Construct.FORK_JOIN_POOL, runs);
        FrameAnchor.ofRegions(
                Construct.FORK_JOIN_TASK,
                FrameAnchor.innermost(
                        "java.util.concurrent.ForkJoinTask.invoke",
                        "java.util.concurrent.ForkJoinTask.quietlyInvoke",
                        "java.util.concurrent.ForkJoinTask.invokeAll"));
        FrameAnchor.ofRegions(
                Construct.FORK_JOIN_POOL, FrameAnchor.innermost("java.util.concurrent.ForkJoinPool.invoke"));
    }

    private TaskRecord() {}

    /** Initializes the class, so that it is known which method runs tasks before a worker is looked at. */
    static void load() {
        // By being called.
    }

    /** The object that has the task's two fields; null if it has none yet. */
    private static @Nullable Object holder(ForkJoinTask<?> task) {
        return BESIDE ? FieldSubstitutes.find(task) : task;
    }

    private static Object holderToWrite(ForkJoinTask<?> task) {
        if (!BESIDE) {
            return task;
        }
        Object known = FieldSubstitutes.find(task);
        return known != null ? known : note(task);
    }

    private static Note note(ForkJoinTask<?> task) {
        Object known = FieldSubstitutes.find(task);
        return (Note) (known != null ? known : FieldSubstitutes.findOrKeep(task, new Note()));
    }

    static long raw(ForkJoinTask<?> task) {
        Object holder = holder(task);
        return holder == null ? 0 : Memory.UNSAFE.getLong(holder, ID_OFFSET);
    }

    /** The id of the task's present or last execution intent, 0 if it has none. */
    static long id(@Nullable ForkJoinTask<?> task) {
        return task == null || !PRESENT ? 0 : raw(task) & ID_BITS;
    }

    static boolean isPending(long raw) {
        return raw != 0 && (raw & BEGUN) == 0;
    }

    static boolean isUnforked(long raw) {
        return isPending(raw) && (raw & UNFORKED) != 0;
    }

    /** Whether an intent may be pending. */
    static boolean mayBePending(long raw) {
        return isPending(raw) || (raw & AGAIN) != 0;
    }

    static boolean isSection(long raw) {
        return (raw & SECTION) != 0;
    }

    static long idOf(long raw) {
        return raw & ID_BITS;
    }

    /** The task's place, for {@link Section#regionIn} and {@link Section#numberIn}. */
    static @Nullable Object place(ForkJoinTask<?> task) {
        Object holder = holder(task);
        return holder == null ? null : Memory.UNSAFE.getReference(holder, REGION_OFFSET);
    }

    /** Creates the task in the current region, for this thread or another one to run. A task that was unforked keeps its id. */
    static void create(ThreadContext c, Construct construct, ForkJoinTask<?> task, int flags, int site) {
        InitialTasks.ensure(c);
        Region region = c.tasks().currentRegion();
        long before = raw(task);
        Object place = place(c, region);
        if (isUnforked(before)) {
            write(task, place, before & ~UNFORKED);
            return;
        }
        fulfillReplaced(c, before);
        long intent = made(c, construct, task, flags, site);
        if (mayBePending(before)) {
            handOverAgain(task, place, intent);
        } else {
            write(task, place, intent);
        }
    }

    /** Creates a task that was submitted by a method of a pool, perhaps not for the first time. */
    static void submit(
            ThreadContext c, Construct construct, ForkJoinTask<?> task, @Nullable Region region, int flags, int site) {
        Object place = place(c, region);
        long intent = made(c, construct, task, flags, site) | SUBMITTED;
        Object holder = holderToWrite(task);
        long before = Memory.UNSAFE.getLongVolatile(holder, ID_OFFSET);
        if (mayBePending(before) || !Memory.UNSAFE.compareAndSetLong(holder, ID_OFFSET, before, intent)) {
            handOverAgain(task, place, intent);
            return;
        }
        fulfillReplaced(c, before);
        Memory.UNSAFE.putReference(holder, REGION_OFFSET, place);
    }

    /** The place of the next task that the current task makes. */
    private static @Nullable Object place(ThreadContext c, @Nullable Region region) {
        return (c.tasks().sync() & SyncRegions.SECTIONS) == 0
                ? region
                : Section.inRecord(region, c.tasks().takeSection());
    }

    /** A completer is handed over again: its former execution does not wait for anything any more. */
    private static void fulfillReplaced(ThreadContext c, long before) {
        if ((before & (DETACHED | DONE)) == DETACHED) {
            Tasks.fulfill(c, Construct.FORK_JOIN_TASK, before & ID_BITS);
        }
    }

    private static long made(ThreadContext c, Construct construct, ForkJoinTask<?> task, int flags, int site) {
        long section = (c.tasks().sync() & SyncRegions.SECTIONS) != 0 ? SECTION : 0;
        if (!Events.wantsTaskCreate()) {
            return Tasks.create(c, construct, flags, site, 0) | section;
        }
        Code code = CODES.of(task.getClass());
        boolean ordered = code.predecessorOffset != Memory.NO_FIELD && OrderedTasks.isOrdered(task);
        long id = Tasks.create(c, construct, flags, ordered, site, body(task, code));
        if (ordered) {
            OrderedTasks.tellDependences(c, construct, id, task, code.predecessorOffset);
        }
        return id | section;
    }

    private static void write(ForkJoinTask<?> task, @Nullable Object place, long raw) {
        Object holder = holderToWrite(task);
        if (Memory.UNSAFE.getReference(holder, REGION_OFFSET) != place) {
            Memory.UNSAFE.putReference(holder, REGION_OFFSET, place);
        }
        Memory.UNSAFE.putLong(holder, ID_OFFSET, raw);
    }

    /** The task may be waiting to be run already. */
    private static void handOverAgain(ForkJoinTask<?> task, @Nullable Object place, long intent) {
        Note note = note(task);
        synchronized (note) {
            long before = mark(holderToWrite(task), AGAIN);
            if (isPending(before) || !note.further.isEmpty()) {
                note.further.addLast(new Intent(intent, place));
            } else {
                write(task, place, intent | AGAIN);
            }
        }
    }

    /** The task's only pending intent begins, which nobody else took meanwhile; see {@link #begin} for all others. */
    static boolean beginOnly(ForkJoinTask<?> task, long raw) {
        if (!isPending(raw) || (raw & AGAIN) != 0) {
            return false;
        }
        Object holder = holderToWrite(task);
        if ((raw & SUBMITTED) != 0) {
            return Memory.UNSAFE.compareAndSetLong(holder, ID_OFFSET, raw, raw | BEGUN);
        }
        Memory.UNSAFE.putLong(holder, ID_OFFSET, raw | BEGUN);
        return true;
    }

    /** The oldest pending intent of the task, which begins now or never will; null if it has none. */
    static @Nullable Intent begin(ForkJoinTask<?> task) {
        Object holder = holderToWrite(task);
        long raw = Memory.UNSAFE.getLongVolatile(holder, ID_OFFSET);
        while ((raw & AGAIN) == 0) {
            if (!isPending(raw)) {
                return null;
            }
            Object place = place(task);
            if (Memory.UNSAFE.compareAndSetLong(holder, ID_OFFSET, raw, raw | BEGUN)) {
                return new Intent(raw, place);
            }
            raw = Memory.UNSAFE.getLongVolatile(holder, ID_OFFSET);
        }
        return oneOfSeveral(task);
    }

    private static @Nullable Intent oneOfSeveral(ForkJoinTask<?> task) {
        Note note = note(task);
        synchronized (note) {
            long raw = raw(task);
            if (isPending(raw) && !isUnforked(raw)) {
                Memory.UNSAFE.putLong(holderToWrite(task), ID_OFFSET, raw | BEGUN);
                return new Intent(raw, place(task));
            }
            Intent further = note.further.pollFirst();
            if (further != null && !isPending(raw)) {
                Memory.UNSAFE.putLong(holderToWrite(task), ID_OFFSET, further.raw | BEGUN | AGAIN);
            }
            return further;
        }
    }

    private static @Nullable Intent lastOfSeveral(ForkJoinTask<?> task) {
        Note note = note(task);
        synchronized (note) {
            Intent last = note.further.pollLast();
            return last != null ? last : oneOfSeveral(task);
        }
    }

    /**
     * Whether the body of a completer leaves something to wait for: no if its pending count has run out, if it is done otherwise, or if it
     * was handed over again meanwhile, so that its count is that of a later execution.
     */
    static boolean isOutstanding(CountedCompleter<?> task, long id) {
        long raw = raw(task);
        return (raw & ID_BITS) == id && (raw & (DONE | AGAIN)) == 0 && !task.isDone();
    }

    /**
     * The body of a completer is over, and its detach was told.
     *
     * @return false if there is nothing to wait for any more, so that the caller has to end the task
     */
    static boolean detach(CountedCompleter<?> task, long id) {
        Object holder = holderToWrite(task);
        while (true) {
            long raw = Memory.UNSAFE.getLongVolatile(holder, ID_OFFSET);
            if ((raw & ID_BITS) != id || (raw & DONE) != 0 || task.isDone()) {
                return false;
            }
            if (Memory.UNSAFE.compareAndSetLong(holder, ID_OFFSET, raw, raw | DETACHED)) {
                return true;
            }
        }
    }

    /** Whether a completer is complete, for all that is known of it. */
    static boolean isComplete(ForkJoinTask<?> task) {
        return (raw(task) & DONE) != 0;
    }

    /** Notes the id of a completer whose making was not seen and which runs: there is no other intent as far as anybody knows. */
    static void found(CountedCompleter<?> task, long id) {
        Memory.UNSAFE.compareAndSetLong(holderToWrite(task), ID_OFFSET, 0, id | BEGUN);
    }

    /**
     * The pending count of a completer has run out, or it is about to be done otherwise.
     *
     * @return the task's id if its body is over, so that the caller has to end the task; else 0
     */
    static long complete(CountedCompleter<?> task) {
        Object holder = holder(task);
        long raw = holder == null ? 0 : Memory.UNSAFE.getLong(holder, ID_OFFSET);
        if ((raw & (BEGUN | DONE)) != BEGUN) {
            return 0;
        }
        long before = Memory.UNSAFE.getAndBitwiseOrLong(holder, ID_OFFSET, DONE);
        return (before & (DETACHED | DONE)) == DETACHED ? before & ID_BITS : 0;
    }

    /** The application is about to fork the task, which was created for that. */
    static void markMade(ForkJoinTask<?> task) {
        mark(holderToWrite(task), MADE);
    }

    /** Whether the task was created for the fork that it is in; asked once. */
    static boolean takeMade(ForkJoinTask<?> task) {
        long raw = raw(task);
        if ((raw & MADE) == 0) {
            return false;
        }
        Object holder = holderToWrite(task);
        if (isShared(raw)) {
            Memory.UNSAFE.getAndBitwiseAndLong(holder, ID_OFFSET, ~MADE);
        } else {
            Memory.UNSAFE.putLong(holder, ID_OFFSET, raw & ~MADE);
        }
        return true;
    }

    /** A pending intent of the task was taken back. */
    static void markUnforked(ForkJoinTask<?> task) {
        mark(holderToWrite(task), UNFORKED);
    }

    private static boolean isShared(long raw) {
        return (raw & (SUBMITTED | AGAIN)) != 0;
    }

    /** Sets a bit, and returns what was there before. */
    private static long mark(Object holder, long bit) {
        long raw = Memory.UNSAFE.getLong(holder, ID_OFFSET);
        if (isShared(raw) || bit == AGAIN) {
            return Memory.UNSAFE.getAndBitwiseOrLong(holder, ID_OFFSET, bit);
        }
        Memory.UNSAFE.putLong(holder, ID_OFFSET, raw | bit);
        return raw;
    }

    /** Says that the task, one entry of which is in no queue any more, will not run for that; nothing if no intent is pending. */
    static void discard(ThreadContext c, ForkJoinTask<?> task) {
        long foreign = ForeignTasks.takePending(task);
        if (foreign != 0) {
            discard(c, foreign);
        } else {
            discard(c, begin(task));
        }
    }

    /** As {@link #discard} for the intent that came last, which no queue has taken. */
    static void discardLast(ThreadContext c, ForkJoinTask<?> task) {
        discard(c, (raw(task) & AGAIN) == 0 ? begin(task) : lastOfSeveral(task));
    }

    private static void discard(ThreadContext c, @Nullable Intent never) {
        if (never != null) {
            discard(c, never.raw & ID_BITS);
        }
    }

    private static void discard(ThreadContext c, long id) {
        int flags = CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK;
        Events.cancel(c, Taskloops.interruptWait(c), Construct.FORK_JOIN_TASK, id, flags, 0);
        Taskloops.waitOn(c);
    }

    /** What the task runs: for an adapter of the JDK the code inside. */
    static int body(ForkJoinTask<?> task) {
        return body(task, CODES.of(task.getClass()));
    }

    private static int body(ForkJoinTask<?> task, Code code) {
        Object inner =
                code.adaptedOffset == Memory.NO_FIELD ? null : Memory.UNSAFE.getReference(task, code.adaptedOffset);
        if (inner == null) {
            return code.body;
        }
        return Bodies.of(code.ofPublisher ? GivenCode.of(inner) : inner);
    }

    /** Whether the task is one into which a stream has divided its work. */
    static boolean isOfStream(ForkJoinTask<?> task) {
        return CODES.of(task.getClass()).ofStream;
    }

    private static boolean isOfStream(Class<?> type) {
        return type.getClassLoader() == null && type.getPackageName().equals("java.util.stream");
    }

    private static long adaptedOffset(Class<?> type) {
        for (Class<?> each = type; each != null && each != ForkJoinTask.class; each = each.getSuperclass()) {
            if (each.getClassLoader() == null) {
                for (String name : new String[] {"runnable", "callable", "fn"}) {
                    long offset = Memory.fieldOffset(each, name);
                    if (offset != Memory.NO_FIELD) {
                        return offset;
                    }
                }
            }
        }
        return Memory.NO_FIELD;
    }
}
