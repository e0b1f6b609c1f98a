package org.ompt4j.views.early;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;

/**
 * Frames of the calling thread's stack, numbered as {@link OmptFrame} numbers them.
 *
 * <p>Thread safety: any thread.
 */
public final class Frames {
    private static final String POOL = ForkJoinPool.class.getName();

    private Frames() {}

    /** The frame through which the runtime entered a task's code, or null. */
    public static @Nullable FrameAddress exit(OmptFrame frame) {
        return frame.exitFrame() == 0 ? null : new FrameAddress(frame.exitFrame(), frame.exitMethod());
    }

    /** The frame of the task's code that entered the runtime, or null. */
    public static @Nullable FrameAddress enter(OmptFrame frame) {
        return frame.enterFrame() == 0 ? null : new FrameAddress(frame.enterFrame(), frame.enterMethod());
    }

    /**
     * The frame of the runtime that the task's code entered, or null: right above the code's own, unless all the code of the task is the
     * JDK's, where the present interface gives the frame of the runtime itself.
     */
    public static @Nullable FrameAddress reenter(OmptFrame frame) {
        int enter = frame.enterFrame();
        if (enter != 0 && frame.enterFrameFlags() == OmptFrame.RUNTIME) {
            return enter(frame);
        }
        return enter == 0 ? null : new FrameAddress(enter + 1, methodAt(enter + 1));
    }

    /** The loop in which a worker of a pool waits for tasks, or null if that is not on the calling thread's stack. */
    static @Nullable FrameAddress idle() {
        List<String> fromTop = methods();
        for (int i = fromTop.size() - 1; i >= 0; i--) {
            String method = fromTop.get(i);
            if (method.equals(POOL + ".runWorker")) {
                return new FrameAddress(fromTop.size() - i, method);
            }
        }
        return null;
    }

    private static @Nullable String methodAt(int depth) {
        List<String> fromTop = methods();
        int index = fromTop.size() - depth;
        return index < 0 || index >= fromTop.size() ? null : fromTop.get(index);
    }

    private static List<String> methods() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(each -> each.getClassName() + "." + each.getMethodName())
                        .collect(Collectors.toList()));
    }
}
