package org.ompt4j.emitter;

import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ompt4j.text.ClassOrigin;

/**
 * Tasks that workers of pools were running when the agent was attached. Their begin was not observed, so a worker that is seen for the first time is
 * looked at: it is in such a task if a method that runs tasks ({@link FrameAnchor}) is on its stack and has called another class. What that method calls
 * in its own class is code of the pool.
 *
 * <p>Thread safety: any thread. Cost: some microseconds, once for each worker of a round.
 */
final class EarlierTasks implements Function<Stream<StackWalker.StackFrame>, Boolean> {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final EarlierTasks INSTANCE = new EarlierTasks();

    private EarlierTasks() {}

    /** Whether the current thread, a worker, is in a task whose begin was not observed. */
    static boolean isInOne() {
        return AttachEpoch.isAttached() && WALKER.walk(INSTANCE);
    }

    @Override
    public Boolean apply(Stream<StackWalker.StackFrame> frames) {
        Iterator<StackWalker.StackFrame> each = frames.iterator();
        String called = "";
        while (each.hasNext()) {
            StackWalker.StackFrame frame = each.next();
            String name = frame.getClassName();
            if (ClassOrigin.isOfAgent(name)) {
                continue;
            }
            if (!called.isEmpty()
                    && !called.equals(name)
                    && FrameAnchor.runsTasks(name + "." + frame.getMethodName())) {
                return true;
            }
            called = name;
        }
        return false;
    }
}
