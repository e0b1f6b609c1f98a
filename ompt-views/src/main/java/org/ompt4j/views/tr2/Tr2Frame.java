package org.ompt4j.views.tr2;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.views.early.FrameAddress;
import org.ompt4j.views.early.Frames;

/**
 * The frames of a task on its thread's stack. An argument of a callback can be read only inside that callback; to read it walks the stack.
 *
 * <p>Spec: OMPT TR2, section 4.5 ({@code ompt_frame_t}), table 1 for what the two mean together.
 */
public final class Tr2Frame {
    private final OmptFrame frame;

    Tr2Frame(OmptFrame frame) {
        this.frame = frame;
    }

    /** The frame of the runtime that called the task's code; null for an initial task, and before the code is entered. */
    public @Nullable FrameAddress exitRuntimeFrame() {
        return Frames.exit(frame);
    }

    /** The frame of the runtime that the task's code called to create a region or a task; null while it does not. */
    public @Nullable FrameAddress reenterRuntimeFrame() {
        return Frames.reenter(frame);
    }

    @Override
    public String toString() {
        return "Tr2Frame(exit " + exitRuntimeFrame() + ", reenter " + reenterRuntimeFrame() + ")";
    }
}
