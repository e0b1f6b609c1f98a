package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.TaskFrame.Kind;
import org.ompt4j.ompt.OmptFrame;

/**
 * Finds a task of the calling thread on the Java stack.
 *
 * <p>Thread safety: the thread that the context belongs to, inside the runtime.
 */
final class TaskFrames {
    /*
     * Overview. Nothing is noted when a task begins: only a tool that asks pays. One that registers task_create and never looks at the
     * frame, as most do, pays one small object instead of a stack walk for each task. The stack below a suspended task does not change, so
     * what is found later is what stood there when it was suspended. The price: a frame that a callback was given has to be asked inside
     * that callback; asked for the first time later, it says none. FrameAnchor tells where the code of a task begins, which a JDK method
     * known by name runs; the thread's tasks, innermost first, are matched from the top of the stack down.
     *
     * A task that is hidden from the agent (begun while a tool's callback ran) stands on the stack without being known. A surplus of such
     * tasks is taken to be the one that is just beginning if the JDK's run method is on top; else the innermost ones are matched first.
     */
    private final ThreadContext c;
    private final StackSnapshot stack;

    /** Depth at which the code of each task on the thread's stack begins, 0 where it is not found. */
    private final int[] begins;

    /** Above the code of all tasks that have begun. */
    private int end;

    private TaskFrames(ThreadContext c, StackSnapshot stack) {
        this.c = c;
        this.stack = stack;
        this.begins = new int[c.tasks().top() + 1];
        findBegins();
    }

    static OmptFrame of(ThreadContext c, int place, boolean inRuntime) {
        return new TaskFrames(c, StackSnapshot.take()).frameOf(place, inRuntime);
    }

    private void findBegins() {
        int limit = stack.depth() + 1;
        String innermost = stack.method(stack.depth());
        if (FrameAnchor.runsTasks(innermost) && stack.count(innermost) > tasksRunBy(innermost)) {
            // The runtime is about to begin a task that is not on the thread's stack of tasks yet.
            limit = stack.depth();
        }
        end = limit;
        for (int i = c.tasks().top(); i >= 0; i--) {
            begins[i] = beginOf(c.tasks().frame(i), limit);
            if (begins[i] != 0) {
                limit = begins[i];
            }
        }
    }

    private int tasksRunBy(@Nullable String method) {
        int count = 0;
        for (int i = 0; i <= c.tasks().top(); i++) {
            TaskFrame frame = c.tasks().frame(i);
            FrameAnchor anchor = frame.kind == Kind.EXPLICIT ? FrameAnchor.of(frame) : null;
            if (anchor != null && anchor.isRunBy(method)) {
                count++;
            }
        }
        return count;
    }

    private int beginOf(TaskFrame frame, int limit) {
        FrameAnchor anchor = FrameAnchor.of(frame);
        return anchor == null ? 0 : anchor.find(stack, frame, limit);
    }

    private OmptFrame frameOf(int place, boolean inRuntime) {
        TaskFrame frame = c.tasks().frame(place);
        if (isInEndingBarrier(frame)) {
            return OmptFrame.NONE;
        }
        int above = beginAbove(place);
        int exit = frame.kind == Kind.MEMBER ? memberExit(place, above) : begins[place];
        boolean suspended =
                place < c.tasks().top() || inRuntime || c.tasks().syncs().isOpenIn(place);
        return pair(exit, suspended ? enterOf(frame, exit, above) : 0);
    }

    private static boolean isInEndingBarrier(TaskFrame frame) {
        Region region = frame.region;
        boolean ended = region != null && region.isTeam() && region.isClosing();
        boolean implicit = frame.kind == Kind.MEMBER || frame.kind == Kind.ENCOUNTERING;
        return implicit && (ended || frame.barrier != TaskFrame.Barrier.OUTSIDE);
    }

    /** Where the code of the next task above begins that has some; the end if there is none. */
    private int beginAbove(int place) {
        for (int i = place + 1; i <= c.tasks().top(); i++) {
            if (begins[i] != 0) {
                return begins[i];
            }
        }
        return end;
    }

    /** A worker's membership has no code of its own but what takes tasks for it. */
    private int memberExit(int place, int above) {
        return place < c.tasks().top() ? above - 1 : 0;
    }

    private int enterOf(TaskFrame frame, int exit, int above) {
        if (frame.kind == Kind.MEMBER) {
            return exit;
        }
        int application = stack.highestApplication(above);
        if (application > exit) {
            return application;
        }
        return above - 1 >= exit && exit > 0 ? above - 1 : 0;
    }

    private OmptFrame pair(int exit, int enter) {
        if (exit == 0 && enter == 0) {
            return OmptFrame.NONE;
        }
        return new FramePair(exit, enter, flags(exit), flags(enter), stack.method(exit), stack.method(enter));
    }

    private int flags(int depth) {
        return stack.isApplication(depth) ? OmptFrame.APPLICATION : OmptFrame.RUNTIME;
    }

    @Override
    public @Nullable String toString() {
        return stack.toString();
    }
}
