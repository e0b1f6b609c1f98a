package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;

/** The encountering task's frame, as passed to a callback. It is looked up at its first use, which must be while that callback runs. */
final class CallbackFrame implements OmptFrame {
    private final Core core;
    private final ThreadSlot slot;
    private final int callback;
    private @Nullable OmptFrame found;

    CallbackFrame(Core core, ThreadSlot slot) {
        this.core = core;
        this.slot = slot;
        this.callback = slot.callbacks;
    }

    private OmptFrame found() {
        OmptFrame known = found;
        if (known == null) {
            known = isRunning() ? core.frame(slot.thread, 0, true) : NONE;
            found = known;
        }
        return known;
    }

    private boolean isRunning() {
        boolean own = slot.owner == Thread.currentThread() || core.currentThread() == slot.thread;
        return own && slot.inCallback && slot.callbacks == callback;
    }

    @Override
    public int exitFrame() {
        return found().exitFrame();
    }

    @Override
    public int enterFrame() {
        return found().enterFrame();
    }

    @Override
    public int exitFrameFlags() {
        return found().exitFrameFlags();
    }

    @Override
    public int enterFrameFlags() {
        return found().enterFrameFlags();
    }

    @Override
    public @Nullable String exitMethod() {
        return found().exitMethod();
    }

    @Override
    public @Nullable String enterMethod() {
        return found().enterMethod();
    }

    @Override
    public String toString() {
        return found().toString();
    }
}
