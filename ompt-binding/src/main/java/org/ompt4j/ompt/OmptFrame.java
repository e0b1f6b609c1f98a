package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * Where a task's code stands on its thread's stack: between the frame through which the runtime entered it and the frame through
 * which it entered the runtime again. Depths are counted from the bottom of the stack, the lowest frame being 1; 0 where there
 * is no such frame. What {@link StackWalker} leaves out is not counted.
 *
 * <p>An exit frame alone: the task's code runs. Both: it is suspended in the runtime. An enter frame alone: the same for an
 * initial task, which no runtime frame entered. None: an initial task that runs, or a task in its region's ending barrier.
 *
 * <p>Thread safety: to be used on the thread that was given it.
 *
 * <p>The frame that a callback is given is looked up when it is first asked anything, at the price of a stack walk, and stays as it
 * was then; it has to be asked inside that callback. What {@link OmptEntryPoint.GetTaskInfo} gives is looked up at once.
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
