package org.ompt4j.views.v2;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.views.early.FrameAddress;
import org.ompt4j.views.early.Frames;

/**
 * Where a task stands on its thread's stack. What a callback is given has to be asked inside that callback; asking walks the stack.
 *
 * <p>Spec: OMPT v2, chapter 4, section 3 ({@code ompt_frame_t}), table of what the two mean together.
 */
public final class V2Frame {
    private final OmptFrame frame;

    V2Frame(OmptFrame frame) {
        this.frame = frame;
    }

    /** The frame of the runtime that calls the task's code; null for an initial task, and before the code is entered. */
    public @Nullable FrameAddress exitFrame() {
        return Frames.exit(frame);
    }

    /** The frame of the task's code that calls the runtime to create a region or a task; null while it does not. */
    public @Nullable FrameAddress enterFrame() {
        return Frames.enter(frame);
    }

    @Override
    public String toString() {
        return "V2Frame(exit " + exitFrame() + ", enter " + enterFrame() + ")";
    }
}
