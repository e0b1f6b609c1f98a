package org.ompt4j.emitter;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ompt4j.text.ClassOrigin;

/**
 * Tasks that workers of pools were running when the agent was attached. Their begin was not observed, so a worker that is seen for the first time is
 * looked at: it is in such a task if a method that runs tasks is on its stack and has called other code.
 *
 * <p>Thread safety: any thread. Cost: some microseconds, once for each worker of a round.
 */
public final class EarlierTasks implements Function<Stream<StackWalker.StackFrame>, Boolean> {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final EarlierTasks INSTANCE = new EarlierTasks();
    private static volatile Set<String> runners = Set.of();

    private EarlierTasks() {}

    /**
     * Names a method that runs the tasks of a pool. Called by the one thread that attaches the agent, before anything is observed.
     *
     * @param method as {@code package.Class.method}; what it calls in its own class is the pool's own code and no task
     */
    public static void areRunBy(String method) {
        Set<String> all = new HashSet<>(runners);
        all.add(method);
        runners = all;
    }

    /** Whether the current thread, a worker, is in a task whose begin was not observed. */
    static boolean isInOne() {
        return !runners.isEmpty() && WALKER.walk(INSTANCE);
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
            if (!called.isEmpty() && !called.equals(name) && runners.contains(name + "." + frame.getMethodName())) {
                return true;
            }
            called = name;
        }
        return false;
    }
}
