package org.ompt4j.tools.profile;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.FrameTree.Node;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Time of threads by paths as the program was written, in a tree of frames. It alone says where a stretch of a thread's time stands: what a task did
 * under the code that made it, and a wait under all that had been called to wait, or under the place where it was waited if no stack of it was taken. Memory is bounded. Thread safety: none.
 */
final class TimeTree {
    private final FrameTree tree;
    private final FrameNames names;
    private final TaskPaths paths;
    private final @Nullable Trace threads;
    private long nanos;

    /**
     * An empty one.
     *
     * @param paths by which tasks were made, as of the time that is added
     * @param threads has the names under which a thread's own work stands, that of no task that was made; null if that of all threads stands together
     * @param most how many frames are kept apart
     */
    TimeTree(FrameNames names, TaskPaths paths, @Nullable Trace threads, int most) {
        this.names = names;
        this.paths = paths;
        this.threads = threads;
        this.tree = new FrameTree(names, most);
    }

    /** A stretch of time in which a thread was in one state; its stack of tasks is as it was in that time. */
    void add(ThreadModel thread, State state, long fromNanos, long length) {
        add(place(thread, state), thread, fromNanos, length);
    }

    /** A stretch of work, of which it is said later what it was, by {@link #addKnown}. */
    void count(long length) {
        nanos += length;
    }

    /** Part of what was counted before. */
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
        boolean isWhereMade = site == path.callSite(); // The JDK waits there for what was made there.
        return isWhereMade ? tree.at(path) : tree.callSite(code(thread), site);
    }

    private Node code(ThreadModel thread) {
        return isApart(thread) ? ofThread(thread) : tree.at(paths.code(thread));
    }

    private Node ofThread(ThreadModel thread) {
        Trace.TraceThread known = threads == null ? null : threads.thread(thread.id());
        return tree.child(tree.root(), names.of(known == null ? TraceEvent.nameOfThread(thread.id()) : known.name()));
    }

    /** Whether the thread runs a task that nothing made, its own, and stands under its name. */
    private boolean isApart(ThreadModel thread) {
        TaskFrame top = thread.top();
        return threads != null
                && paths.code(thread).path().isRoot()
                && !thread.isWorker()
                && !thread.isVirtual()
                && (top == null || top.kind() == TaskFrame.Kind.INITIAL);
    }

    /** Whether time in this state is waited. */
    static boolean isWait(State state) {
        return switch (state) {
            case IDLE, OVERHEAD, UNDEFINED, UNKNOWN -> false;
            default -> !state.isWork();
        };
    }

    /** Where it stands. */
    FrameTree frames() {
        return tree;
    }

    /** All that was added. */
    long nanos() {
        return nanos;
    }
}
