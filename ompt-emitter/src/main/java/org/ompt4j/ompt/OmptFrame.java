package org.ompt4j.ompt;

/**
 * Where a task stands on its thread's stack: depths are counted from the bottom of the stack, 0 where there is no such frame.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.28 ({@code ompt_frame_t}).
 *
 * @param exitFrame depth of the frame through which the runtime entered the task's code
 * @param enterFrame depth of the frame through which the task's code entered the runtime
 * @param exitFrameFlags a disjunction of {@code ompt_frame_flag_t}
 * @param enterFrameFlags a disjunction of {@code ompt_frame_flag_t}
 */
public record OmptFrame(int exitFrame, int enterFrame, int exitFrameFlags, int enterFrameFlags) {}
