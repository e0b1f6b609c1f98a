package org.ompt4j.emitter.lock;

import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ompt4j.emitter.StackSites;
import org.ompt4j.emitter.UnobservedTimes;
import org.ompt4j.ompt.Construct;

/**
 * Waits in locks and semaphores that no call in the code of the program has told of, where calls tell. Those that the program itself makes
 * all the same are counted: by reflection, through a method handle or a reference that was left as it is, or by {@code super}.
 *
 * <p>Thread safety: any thread. Cost: some microseconds, for who waits.
 */
final class ReflectiveCalls implements Function<Stream<StackWalker.StackFrame>, Boolean> {
    /** Shows no frames of reflection and of method handles. */
    private static final StackWalker WALKER = StackWalker.getInstance();

    private static final ReflectiveCalls IS_ONE = new ReflectiveCalls();
    private static final String EMITTER = "org.ompt4j.emitter.";
    private static final String LOCKS = "java.util.concurrent.locks.";
    private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

    private ReflectiveCalls() {}

    /** The current thread is about to wait, and no call has told of it; one inside the JDK, or in a class that is left out, is not counted. */
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
