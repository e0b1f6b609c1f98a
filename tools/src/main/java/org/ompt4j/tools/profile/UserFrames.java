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
    /** What stands for the agent's own work. */
    static final String OBSERVATION = "<observation>";

    private static final String FUTURE = "java.util.concurrent.CompletableFuture$";

    /** Where the JDK runs a task: what is below belongs to the thread or to another task. */
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
     * Of a stack.
     *
     * @param stack the innermost frame first
     * @param waits whether the thread waits, so that what it calls in the JDK is no work
     */
    static UserFrames of(List<String> stack, boolean waits) {
        return of(stack, false, waits);
    }

    /** Of a stack whose outermost frames can be missing. */
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

    /** Classes that the JDK makes for lambda expressions. */
    private static boolean isHidden(String frame) {
        return frame.contains("$$Lambda");
    }

    /** The outermost first; the innermost can be what the program called in the JDK. None if the program's code is not among them. */
    List<String> outermostFirst() {
        return frames;
    }

    /** Whether code of the program is among them. */
    boolean hasProgram() {
        return !frames.isEmpty() && !frames.get(0).equals(OBSERVATION);
    }

    /** Whether there is something below them that is not the task's. */
    boolean endsAtTask() {
        return endsAtTask;
    }

    /** Whether what is outside of them is missing, up to the task or the thread's own begin. */
    boolean isCutOff() {
        return isCutOff;
    }
}
