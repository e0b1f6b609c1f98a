package org.ompt4j.emitter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calling thread's Java stack without the frames of the agent and its tools. Depth 1 is the bottom.
 *
 * <p>Thread safety: none; made and used on one thread.
 */
final class StackSnapshot implements Consumer<StackWalker.StackFrame> {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final String OURS = "org.ompt4j.emitter.";

    private final List<StackWalker.StackFrame> frames = new ArrayList<>();

    private StackSnapshot() {}

    static StackSnapshot take() {
        StackSnapshot snapshot = new StackSnapshot();
        WALKER.forEach(snapshot);
        Collections.reverse(snapshot.frames);
        snapshot.cutOff();
        return snapshot;
    }

    @Override
    public void accept(StackWalker.StackFrame frame) {
        frames.add(frame);
    }

    /** Removes the frames of the agent and its tools: all from the first hook or entry point upwards. */
    private void cutOff() {
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i).getClassName().startsWith(OURS)) {
                frames.subList(i, frames.size()).clear();
                return;
            }
        }
    }

    int depth() {
        return frames.size();
    }

    /** {@code pkg.Class.method} at a depth, null if there is none. */
    @Nullable
    String method(int depth) {
        if (depth < 1 || depth > frames.size()) {
            return null;
        }
        StackWalker.StackFrame frame = frames.get(depth - 1);
        return frame.getClassName() + "." + frame.getMethodName();
    }

    boolean isApplication(int depth) {
        if (depth < 1 || depth > frames.size()) {
            return false;
        }
        ClassLoader loader = frames.get(depth - 1).getDeclaringClass().getClassLoader();
        return loader != null && loader != PLATFORM;
    }

    /** The highest depth below the limit that has the method, 0 if there is none. */
    int highest(@Nullable String method, int limit) {
        for (int i = Math.min(limit - 1, depth()); i >= 1 && method != null; i--) {
            if (method.equals(method(i))) {
                return i;
            }
        }
        return 0;
    }

    int highestApplication(int limit) {
        int at = Math.min(limit - 1, depth());
        while (at >= 1 && !isApplication(at)) {
            at--;
        }
        return Math.max(at, 0);
    }

    int count(@Nullable String method) {
        int count = 0;
        for (int i = 1; i <= depth(); i++) {
            if (method != null && method.equals(method(i))) {
                count++;
            }
        }
        return count;
    }

    /** See {@link FrameAnchor#outermostOfBlock}; 0 if there is none below the limit. */
    int outermostOfBlock(String classPrefix, String methodPrefix, int limit) {
        int at = Math.min(limit - 1, depth());
        while (at >= 1 && !isCallOf(classPrefix, methodPrefix, at)) {
            at--;
        }
        int lowest = 0;
        while (at >= 1 && frames.get(at - 1).getClassName().startsWith(classPrefix)) {
            if (isCallOf(classPrefix, methodPrefix, at)) {
                lowest = at;
            }
            at--;
        }
        return lowest;
    }

    private boolean isCallOf(String classPrefix, String methodPrefix, int depth) {
        StackWalker.StackFrame frame = frames.get(depth - 1);
        return frame.getClassName().startsWith(classPrefix)
                && frame.getMethodName().startsWith(methodPrefix);
    }

    /**
     * Where a thread begins to run what it was made for: the JDK's run, or one that a subclass has in its place; 0 where that has
     * returned and the JDK ends the thread.
     */
    int threadRun() {
        if ("java.lang.Thread.exit".equals(method(1))) {
            return 0;
        }
        int at = 1;
        while (at < depth() && frames.get(at).getDeclaringClass() == Thread.class) {
            at++;
        }
        return Math.min(at, depth());
    }
}
