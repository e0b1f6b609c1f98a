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

    /** Methods in which the JDK runs a task. Frames below them belong to the thread or to another task. */
    private static final Set<String> ENTRIES = Set.of(
            "java.util.concurrent.ForkJoinTask.doExec",
            "java.util.concurrent.ThreadPoolExecutor.runWorker",
            "java.util.concurrent.FutureTask.run",
            "java.util.concurrent.FutureTask.runAndReset",
            "java.util.TimerThread.mainLoop",
            "java.lang.VirtualThread.run",
            "java.lang.Thread.runWith",
            "java.lang.Thread.run");

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
        int end = 0;
        while (end < stack.size() && !isEntry(stack.get(end))) {
            end++;
        }
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

    private static boolean isEntry(String frame) {
        return ENTRIES.contains(frame)
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
