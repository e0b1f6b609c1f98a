package org.ompt4j.emitter.lock;

import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ompt4j.emitter.StackSites;
import org.ompt4j.emitter.UnobservedTimes;
import org.ompt4j.ompt.Construct;

/**
 * Counts waits in locks and semaphores that no call in the code of the program has reported, in profiles in which calls report them. Counted are
 * waits in calls that the program makes by reflection, through a method handle or a method reference that was not rewritten, or by {@code super}.
 *
 * <p>Thread safety: any thread. Cost: some microseconds for a thread that waits.
 */
final class ReflectiveCalls implements Function<Stream<StackWalker.StackFrame>, Boolean> {
    /** Shows no frames of reflection and of method handles. */
    private static final StackWalker WALKER = StackWalker.getInstance();

    private static final ReflectiveCalls IS_ONE = new ReflectiveCalls();
    private static final String EMITTER = "org.ompt4j.emitter.";
    private static final String LOCKS = "java.util.concurrent.locks.";
    private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

    private ReflectiveCalls() {}

    /** The current thread is about to wait, which no call has reported. Calls inside the JDK, or in a class that is left out, are not counted. */
    static void count(Construct construct) {
        if (WALKER.walk(IS_ONE)) {
            UnobservedTimes.addByReflection(construct);
        }
    }

    @Override
    public Boolean apply(Stream<StackWalker.StackFrame> frames) {
        Iterator<StackWalker.StackFrame> each = frames.iterator();
        while (each.hasNext()) {
            String caller = each.next().getClassName();
            if (!isOfTheCall(caller)) {
                return StackSites.isObserved(caller);
            }
        }
        return false;
    }

    private static boolean isOfTheCall(String className) {
        return className.startsWith(EMITTER) || className.startsWith(LOCKS) || className.startsWith(SEMAPHORE);
    }
}
