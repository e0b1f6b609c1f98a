package org.ompt4j.emitter.lock;

import java.util.Iterator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.SampledSites;
import org.ompt4j.text.ClassOrigin;

/**
 * Finds the class of the JDK whose own code waits for a lock: then it is an internal lock of this class, such as a queue or a pool. Frames that the
 * JVM hides are considered too, since the program can take a lock of its own by a method reference or by reflection.
 *
 * <p>Thread safety: any thread. Cost: some microseconds.
 */
final class JdkCaller implements Function<Stream<StackWalker.StackFrame>, String>, Supplier<@Nullable String> {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES);
    private static final JdkCaller INSTANCE = new JdkCaller();
    private static final String LOCKS = "java.util.concurrent.locks.";
    private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

    /** A lock class of the JDK that delegates every call to another lock. */
    private static final String INTERNAL_LOCK = "jdk.internal.misc.InternalLock";

    private static final String[] CALLS_ANY_METHOD = {"java.lang.invoke.", "java.lang.reflect.", "jdk.internal."};

    private JdkCaller() {}

    /** Stands for the name if the waiting method is called by anything else. */
    static final String NONE = "";

    /** The name of this class, for the first thread that is about to wait for a lock; null if there is none, or no stack walk is made. */
    static @Nullable String ofFirstWait() {
        return SampledSites.atFirstWait(INSTANCE);
    }

    @Override
    public String get() {
        return WALKER.walk(this);
    }

    @Override
    public String apply(Stream<StackWalker.StackFrame> frames) {
        Iterator<StackWalker.StackFrame> each = frames.iterator();
        while (each.hasNext()) {
            String name = each.next().getClassName();
            if (!ClassOrigin.isOfAgent(name) && !isLock(name)) {
                return ClassOrigin.isOfProgram(name) || callsAnyMethod(name) ? NONE : name;
            }
        }
        return NONE;
    }

    private static boolean isLock(String name) {
        return name.startsWith(LOCKS) || name.equals(SEMAPHORE) || name.equals(INTERNAL_LOCK);
    }

    private static boolean callsAnyMethod(String name) {
        for (String each : CALLS_ANY_METHOD) {
            if (name.startsWith(each)) {
                return true;
            }
        }
        return false;
    }
}
