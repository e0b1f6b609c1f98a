package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;

/** A task's frames as they were found. */
record FramePair(
        int exitFrame,
        int enterFrame,
        int exitFrameFlags,
        int enterFrameFlags,
        @Nullable String exitMethod,
        @Nullable String enterMethod)
        implements OmptFrame {}
