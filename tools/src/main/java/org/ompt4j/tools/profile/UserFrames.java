package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.ompt4j.text.ClassOrigin;

/**
 * The part of a thread's stack that belongs to its current task, as the program was written: from the task's body to the innermost frame, without the
 * JDK's machinery.
 */
final class UserFrames {
    /** The frame for the agent's own work. */
    static final String OBSERVATION = "<observation>";

    private static final String FUTURE = "java.util.concurrent.CompletableFuture$";

    /** Methods in which the JDK runs a task. Frames below them belong to the thread or to another task, as they do below {@link #THREAD_ENTRIES}. */
    private static final Set<String> TASK_ENTRIES = Set.of(
            "java.util.concurrent.ForkJoinTask.doExec",
            "java.util.concurrent.ThreadPoolExecutor.runWorker",
            "java.util.concurrent.FutureTask.run",
            "java.util.concurrent.FutureTask.runAndReset",
            "java.util.TimerThread.mainLoop");

    /** Methods in which the JDK runs a thread. */
    private static final Set<String> THREAD_ENTRIES =
            Set.of("java.lang.VirtualThread.run", "java.lang.Thread.runWith", "java.lang.Thread.run");

    private final List<String> frames;
    private final boolean endsAtTask;
    private final boolean isCutOff;

    private UserFrames(List<String> frames, boolean endsAtTask, boolean isCutOff) {
        this.frames = frames;
        this.endsAtTask = endsAtTask;
        this.isCutOff = isCutOff;
    }

    /**
     * The frames of a stack.
     *
     * @param stack the innermost frame first
     * @param waits whether the thread waits, so that the JDK's methods that it called are not work
     */
    static UserFrames of(List<String> stack, boolean waits) {
        return of(stack, false, waits);
    }

    /** The frames of a stack whose outermost frames may be missing. */
    static UserFrames of(List<String> stack, boolean isCutOff, boolean waits) {
        return of(stack, isCutOff, waits, Integer.MAX_VALUE);
    }

    /**
     * The frames of a stack, in the current task.
     *
     * @param tasks how many tasks the thread is in, without its own. If the stack has more entries, the program has called such a method
     *     itself, which begins no task
     */
    static UserFrames of(List<String> stack, boolean isCutOff, boolean waits, int tasks) {
        int end = endOfTask(stack, tasks);
        List<String> frames = new ArrayList<>();
        String called = "";
        for (String each : stack.subList(0, end)) {
            if (isHidden(each)) {
                continue;
            }
            if (ClassOrigin.isOfAgent(each)) {
                frames.clear();
                frames.add(OBSERVATION);
            } else if (!ClassOrigin.isOfProgram(each)) {
                called = each;
            } else {
                if (frames.isEmpty() && !called.isEmpty() && !waits) {
                    frames.add(called);
                }
                if (frames.isEmpty() || !frames.get(frames.size() - 1).equals(each)) {
                    frames.add(each);
                }
            }
        }
        Collections.reverse(frames);
        return new UserFrames(frames, end < stack.size(), isCutOff && end == stack.size());
    }

    /** The index of the entry of the current task; the size of the stack if there is none. */
    private static int endOfTask(List<String> stack, int tasks) {
        int end = nextEntry(stack, 0);
        int calls = isCallOfProgram(stack, end) ? entries(stack) - tasks : 0;
        while (calls > 0 && isCallOfProgram(stack, end)) {
            calls--;
            end = nextEntry(stack, callerOf(stack, end));
        }
        return end;
    }

    private static int nextEntry(List<String> stack, int from) {
        int next = from;
        while (next < stack.size() && !isEntry(stack.get(next))) {
            next++;
        }
        return next;
    }

    /** How many tasks the entries of a stack can have begun, except the thread's own. Entries that call one another begin one task. */
    private static int entries(List<String> stack) {
        int count = 0;
        int at = nextEntry(stack, 0);
        while (at < stack.size()) {
            boolean isOfThread = true;
            while (at < stack.size() && !isOfProgram(stack.get(at))) {
                isOfThread &= !isEntry(stack.get(at)) || THREAD_ENTRIES.contains(stack.get(at));
                at++;
            }
            count += at == stack.size() && isOfThread ? 0 : 1;
            at = nextEntry(stack, at);
        }
        return count;
    }

    /** Whether code of the program has called the entry at this index, or an entry that called it. */
    private static boolean isCallOfProgram(List<String> stack, int at) {
        int caller = callerOf(stack, at);
        return caller < stack.size() && isOfProgram(stack.get(caller));
    }

    private static int callerOf(List<String> stack, int at) {
        int caller = at + 1;
        while (caller < stack.size() && (isHidden(stack.get(caller)) || isEntry(stack.get(caller)))) {
            caller++;
        }
        return caller;
    }

    private static boolean isOfProgram(String frame) {
        return !isHidden(frame) && !ClassOrigin.isOfAgent(frame) && ClassOrigin.isOfProgram(frame);
    }

    private static boolean isEntry(String frame) {
        return TASK_ENTRIES.contains(frame)
                || THREAD_ENTRIES.contains(frame)
                || frame.startsWith(FUTURE) && (frame.endsWith(".tryFire") || frame.endsWith(".run"));
    }

    /** Whether the frame is in a class that the JDK generates for a lambda expression. */
    private static boolean isHidden(String frame) {
        return frame.contains("$$Lambda");
    }

    /**
     * The frames, the outermost first. The innermost can be a method of the JDK that the program called. Empty if there is no code of the
     * program.
     */
    List<String> outermostFirst() {
        return frames;
    }

    /** Whether code of the program is among the frames. */
    boolean hasProgram() {
        return !frames.isEmpty() && !frames.get(0).equals(OBSERVATION);
    }

    /** Whether the stack has frames below these that do not belong to the task. */
    boolean endsAtTask() {
        return endsAtTask;
    }

    /** Whether the outer frames up to the begin of the task or the thread are missing. */
    boolean isCutOff() {
        return isCutOff;
    }
}
