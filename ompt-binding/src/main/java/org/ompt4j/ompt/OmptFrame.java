package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * The position of a task's code on its thread's stack: between the frame through which the runtime entered the task's code and the frame through
 * which that code entered the runtime again. Depths are counted from the bottom of the stack, where the lowest frame is 1; 0 if there
 * is no such frame. Frames that {@link StackWalker} leaves out are not counted.
 *
 * <p>Only an exit frame: the task's code runs. Both frames: the task is suspended in the runtime. Only an enter frame: the same for an
 * initial task, which no runtime frame entered. No frame: an initial task that runs, or a task in the barrier at the end of its region.
 *
 * <p>Thread safety: to be used only on the thread that received it.
 *
 * <p>The frame in the arguments of a callback is determined at the first call of one of its methods, by a stack walk, and does not change after
 * that. The first call has to be made inside that callback. Frames from {@link OmptEntryPoint.GetTaskInfo} are determined at once.
 *
 * <p>Spec: OpenMP 5.1, sections 4.4.4.28 ({@code ompt_frame_t}) and 4.4.4.29 ({@code ompt_frame_flag_t}).
 */
public interface OmptFrame {
    /** {@code ompt_frame_runtime}: the frame belongs to the runtime, that is the JDK. */
    int RUNTIME = 0x00;

    /** {@code ompt_frame_application}: the frame belongs to the application or its libraries. */
    int APPLICATION = 0x01;

    /** Neither frame. */
    OmptFrame NONE = new OmptFrame() {
        @Override
        public int exitFrame() {
            return 0;
        }

        @Override
        public int enterFrame() {
            return 0;
        }

        @Override
        public int exitFrameFlags() {
            return RUNTIME;
        }

        @Override
        public int enterFrameFlags() {
            return RUNTIME;
        }

        @Override
        public @Nullable String exitMethod() {
            return null;
        }

        @Override
        public @Nullable String enterMethod() {
            return null;
        }

        @Override
        public String toString() {
            return "OmptFrame(none)";
        }
    };

    /** Depth of the frame through which the runtime entered the task's code, 0 for none. */
    int exitFrame();

    /** Depth of the frame through which the task's code entered the runtime, 0 for none. */
    int enterFrame();

    /** {@link #RUNTIME}, or {@link #APPLICATION} for a construct that is a method of the application. */
    int exitFrameFlags();

    /** {@link #APPLICATION}, or {@link #RUNTIME} for a task that is all JDK code. */
    int enterFrameFlags();

    /** The method at {@link #exitFrame} as {@code pkg.Class.method}; null if there is none. */
    @Nullable
    String exitMethod();

    /** The method at {@link #enterFrame} as {@code pkg.Class.method}; null if there is none. */
    @Nullable
    String enterMethod();
}
