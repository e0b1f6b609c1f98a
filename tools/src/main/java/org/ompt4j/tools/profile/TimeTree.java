package org.ompt4j.tools.profile;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.FrameTree.Node;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Time of threads by paths as the program was written, in a tree of frames. This class decides where an interval is placed: what a task did,
 * under the code that created the task; a wait, under its whole stack, or only under its call site if no stack was taken. Memory is bounded.
 * Thread safety: none.
 */
final class TimeTree {
    private final FrameTree tree;
    private final FrameNames names;
    private final TaskPaths paths;
    private final @Nullable Trace threads;
    private long nanos;

    /**
     * Creates an empty tree.
     *
     * @param paths the paths of tasks, as of the time that is added
     * @param threads the trace with the names of the threads under which their own work is placed; null if all threads' own work is placed
     *     together
     * @param most how many frames are kept at most
     */
    TimeTree(FrameNames names, TaskPaths paths, @Nullable Trace threads, int most) {
        this.names = names;
        this.paths = paths;
        this.threads = threads;
        this.tree = new FrameTree(names, most);
    }

    /** Adds an interval in which a thread was in one state; its stack of tasks has to be as it was in the interval. */
    void add(ThreadModel thread, State state, long fromNanos, long length) {
        add(place(thread, state), thread, fromNanos, length);
    }

    /** Counts work of which {@link #addKnown} tells later where it is placed. */
    void count(long length) {
        nanos += length;
    }

    /** Places a part of the work that {@link #count} counted. */
    void addKnown(Node node, long length) {
        tree.add(node, length);
    }

    private void add(Node node, ThreadModel thread, long fromNanos, long length) {
        ThreadModel platformThread = thread.platformThread();
        tree.add(node, length, platformThread == null ? 0 : platformThread.id(), fromNanos);
        nanos += length;
    }

    private Node place(ThreadModel thread, State state) {
        if (state.isWork()) {
            return tree.child(code(thread), names.of(PseudoFrames.WORK));
        }
        if (!isWait(state)) {
            return tree.child(code(thread), names.ofState(state));
        }
        TraceEvent wait = thread.innermostWait();
        return tree.child(placeOfWait(thread, wait), names.ofWait(state, wait));
    }

    private Node placeOfWait(ThreadModel thread, @Nullable TraceEvent wait) {
        CallPath pathOfWait = wait == null ? null : paths.ofWait(thread, wait);
        if (pathOfWait != null) {
            return tree.at(isApart(thread) ? ofThread(thread) : tree.root(), pathOfWait);
        }
        int site = wait == null ? 0 : wait.codeptrRa();
        if (site == 0) {
            return code(thread);
        }
        CallPath path = paths.code(thread).path();
        boolean isWhereMade = site == path.callSite(); // The JDK waits where it created the tasks.
        return isWhereMade ? tree.at(path) : tree.callSite(code(thread), site);
    }

    private Node code(ThreadModel thread) {
        return isApart(thread) ? ofThread(thread) : tree.at(paths.code(thread));
    }

    private Node ofThread(ThreadModel thread) {
        Trace.TraceThread known = threads == null ? null : threads.thread(thread.id());
        return tree.child(tree.root(), names.of(known == null ? TraceEvent.nameOfThread(thread.id()) : known.name()));
    }

    /** Whether the thread's time is placed under its own name, since it runs no created task. */
    private boolean isApart(ThreadModel thread) {
        TaskFrame top = thread.top();
        return threads != null
                && paths.code(thread).path().isRoot()
                && !thread.isWorker()
                && !thread.isVirtual()
                && (top == null || top.kind() == TaskFrame.Kind.INITIAL);
    }

    /** Whether this state is a wait. */
    static boolean isWait(State state) {
        return switch (state) {
            case IDLE, OVERHEAD, UNDEFINED, UNKNOWN -> false;
            default -> !state.isWork();
        };
    }

    /** The tree of frames. */
    FrameTree frames() {
        return tree;
    }

    /** The sum of all times that were added, in nanoseconds. */
    long nanos() {
        return nanos;
    }
}
