package org.ompt4j.emitter.forkjoin;

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.atomic.AtomicReference;
import org.ompt4j.emitter.FactOfClass;
import org.ompt4j.emitter.Memory;

/** Knows the completers of the JDK that do not end when their pending count runs out. */
final class JdkCompleters {
    private static final long COUNTED = -1;
    private static final long PASSES = -2;

    /** How the completers of a class end: one of the constants, or the offset of the field in which a search keeps its result. */
    private static final FactOfClass<Long> KINDS = new FactOfClass<>() {
        @Override
        protected Long compute(Class<?> type) {
            return type.getClassLoader() == null ? kindOf(type) : COUNTED;
        }
    };

    private JdkCompleters() {}

    private static long kindOf(Class<?> type) {
        String name = type.getName();
        if (name.startsWith("java.util.ArrayPrefixHelpers$")) {
            return PASSES;
        }
        if (name.startsWith("java.util.concurrent.ConcurrentHashMap$Search")) {
            long result = Memory.fieldOffset(type, "result");
            return result == Memory.NO_FIELD ? COUNTED : result;
        }
        return COUNTED;
    }

    /** How a task ends whose pending count is not zero after its body. */
    enum End {
        /** When its pending count has run out. */
        COUNTED,
        /**
         * With its body: a part of a prefix sum, which is forked once for each pass and whose pending count is a set of flags. Only the root is
         * awaited.
         */
        WITH_BODY,
        /** With its body, and so do its completers: a part of a search that has found something, after which nothing completes them. */
        ABANDONED
    }

    static End endOf(CountedCompleter<?> task) {
        long kind = KINDS.of(task.getClass());
        if (kind == COUNTED) {
            return End.COUNTED;
        }
        if (kind == PASSES) {
            return task.getCompleter() != null ? End.WITH_BODY : End.COUNTED;
        }
        boolean found =
                Memory.UNSAFE.getReference(task, kind) instanceof AtomicReference<?> result && result.get() != null;
        return found ? End.ABANDONED : End.COUNTED;
    }
}
