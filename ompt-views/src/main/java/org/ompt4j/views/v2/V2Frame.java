package org.ompt4j.views.v2;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.views.early.FrameAddress;
import org.ompt4j.views.early.Frames;

/**
 * The frames of a task on its thread's stack. Use the frame that a callback gets only inside that callback. Each method walks the stack.
 *
 * <p>Spec: OMPT v2, chapter 4, section 3 ({@code ompt_frame_t}), with a table of what the two frames mean together.
 */
public final class V2Frame {
    private final OmptFrame frame;

    V2Frame(OmptFrame frame) {
        this.frame = frame;
    }

    /** The frame of the JDK that calls the task's code; null for an initial task, and before the task's code runs. */
    public @Nullable FrameAddress exitFrame() {
        return Frames.exit(frame);
    }

    /** The frame of the task's code that calls the JDK to create a region or a task; null at other times. */
    public @Nullable FrameAddress enterFrame() {
        return Frames.enter(frame);
    }

    @Override
    public String toString() {
        return "V2Frame(exit " + exitFrame() + ", enter " + enterFrame() + ")";
    }
}
