package org.ompt4j.views.early;

import org.jspecify.annotations.Nullable;

/**
 * A frame of a thread's stack, in place of the pointer that the documents use: two are the same frame of a thread if they are equal
 * while it stays on the stack.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Spec: OMPT TR2, section 4.5, and OMPT v2, chapter 4, section 3 ({@code void *} there).
 *
 * @param depth counted from the bottom of the stack, the lowest frame being 1
 * @param method the method of the frame, {@code pkg.Class.method}; null if it is not known
 */
public record FrameAddress(int depth, @Nullable String method) {}
