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
     * Overview. Nothing is recorded when a task begins, so only a tool that asks for frames pays for them. A tool that registers task_create and
     * never looks at the frame, as most do, pays for one small object for each task instead of a stack walk. The stack below a suspended task does
     * not change, so a later walk finds the same frames. In return, a frame that was passed to a callback has to be used inside this callback; if it
     * is first used later, it is empty. The code of a task is run by a JDK method that is known by name, which is found by a FrameAnchor. The tasks
     * of the thread, innermost first, are matched with the stack from the top down.
     *
     * A task that began while a tool's callback ran is on the Java stack but not known to the agent. If there are more task methods on the stack than
     * known tasks, and the JDK's run method is on top, the additional one is taken to be the task that is just beginning; else the innermost ones are
     * matched first.
     */
    private final ThreadContext c;
    private final StackSnapshot stack;

    /** For each task of the thread, the depth at which its code begins; 0 if it was not found. */
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
            // The runtime is about to begin a task that is not yet on the thread's stack of tasks.
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

    /** The depth at which the code of the next task above that has code begins; {@link #end} if there is none. */
    private int beginAbove(int place) {
        for (int i = place + 1; i <= c.tasks().top(); i++) {
            if (begins[i] != 0) {
                return begins[i];
            }
        }
        return end;
    }

    /** The implicit task of a worker has no code of its own: its exit frame is the code that takes tasks for it. */
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
