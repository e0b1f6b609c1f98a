package org.ompt4j.emitter.thread;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.WeakSideTable;
import org.ompt4j.emitter.jdk.GivenCode;
import org.ompt4j.ompt.Construct;

/**
 * What is known of virtual threads: their tasks, and of which of them tools have not been told.
 *
 * <p>Thread safety: any thread.
 */
final class VirtualThreads {
    /*
     * Overview. There can be millions of virtual threads, so nothing is kept of the usual one: its task's id follows from its number, and
     * it was told of when it was started. Exceptions are kept in tables: threads whose starter is not observed, until they are first mounted; and
     * of those that are older than the rewriting of an attach, the ones that tools have been told of since.
     */
    private static final int NEW = 0;

    private static final @Nullable Class<?> TYPE = Memory.jdkClass("java.lang.VirtualThread");
    private static final long STATE = Memory.fieldOffset(TYPE, "state");
    private static final long CONTINUATION = Memory.fieldOffset(TYPE, "cont");
    private static final long TARGET = Memory.fieldOffset(Memory.jdkClass("jdk.internal.vm.Continuation"), "target");
    private static final @Nullable Class<?> WRAPPER = Memory.jdkClass("java.lang.VirtualThread$VThreadContinuation$1");
    private static final long TASK = Memory.fieldOffset(WRAPPER, "val$task");

    private static final Object KEPT = new Object();
    private static final WeakSideTable<Object> STARTED_UNSEEN = new WeakSideTable<>();
    private static final WeakSideTable<Object> TOLD = new WeakSideTable<>();

    private static volatile boolean anyUnseen;
    /** Virtual threads up to this number may have been started before their starts were rewritten. */
    private static volatile long lastBeforeRewriting;

    static {
        FrameAnchor.ofTasks(Construct.VIRTUAL_THREAD, FrameAnchor.innermost("java.lang.VirtualThread.run"));
    }

    private VirtualThreads() {}

    /** Any virtual thread may already have been started, until {@link #rewritten}. */
    static void attached() {
        lastBeforeRewriting = Long.MAX_VALUE;
    }

    /** Starts are seen from now on. Threads that exist now may have been started before. */
    static void rewritten() {
        lastBeforeRewriting = taskOf(new Thread());
    }

    /** The id of the thread's task, which is the wait id of a join. */
    static long taskOf(Thread thread) {
        return WaitIds.ofVirtual(thread, Construct.VIRTUAL_THREAD);
    }

    /** Whether the thread has not been started; starting a thread again fails. */
    static boolean isNew(Thread virtual) {
        return STATE != Memory.NO_FIELD && Memory.UNSAFE.getIntVolatile(virtual, STATE) == NEW;
    }

    private static boolean isOlder(Thread virtual) {
        return AttachEpoch.isAttached() && taskOf(virtual) <= lastBeforeRewriting;
    }

    /** The start of the thread was reported. */
    static void startedSeen(Thread virtual) {
        if (isOlder(virtual)) {
            TOLD.put(virtual, KEPT);
        }
    }

    /** The thread is started, but its creator cannot be reported. */
    static void startedUnseen(Thread virtual) {
        anyUnseen = true;
        STARTED_UNSEEN.put(virtual, KEPT);
    }

    /** Whether the thread was not reported before; it counts as reported from now on. */
    static boolean isUntold(Thread virtual) {
        if (isOlder(virtual)) {
            if (TOLD.find(virtual) != null) {
                return false;
            }
            Object fresh = new Object();
            return TOLD.findOrKeep(virtual, fresh) == fresh;
        }
        if (!anyUnseen || STARTED_UNSEEN.find(virtual) == null) {
            return false;
        }
        STARTED_UNSEEN.put(virtual, null);
        return true;
    }

    // ---------------------------------------------------------------- its code

    /** Whether this is the code of the internal threads with which the JDK waits for sockets. */
    static boolean isOfJdk(@Nullable Object code) {
        return code != null && code.getClass().getName().startsWith("sun.nio.ch.");
    }

    /** The body id of a thread's code; 0 if it is not known. */
    static int body(@Nullable Object code) {
        return code == null ? 0 : Bodies.of(code);
    }

    /** The code that the thread was given; null if this JDK keeps it elsewhere. */
    static @Nullable Object code(Thread virtual) {
        if (CONTINUATION == Memory.NO_FIELD
                || TARGET == Memory.NO_FIELD
                || TASK == Memory.NO_FIELD
                || WRAPPER == null) {
            return null;
        }
        Object continuation = Memory.UNSAFE.getReference(virtual, CONTINUATION);
        Object wrapper = continuation == null ? null : Memory.UNSAFE.getReference(continuation, TARGET);
        Object task = WRAPPER.isInstance(wrapper) ? Memory.UNSAFE.getReference(wrapper, TASK) : null;
        return task == null ? null : GivenCode.of(task);
    }
}
