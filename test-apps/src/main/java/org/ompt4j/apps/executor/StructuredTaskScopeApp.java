package org.ompt4j.apps.executor;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Scopes of subtasks, which are virtual threads. Their methods are called by reflection, so that the program compiles and runs, without any
 * scope, on JDKs before 25.
 *
 * <p>Known by construction: how many scopes there are, and the owners of which have to wait.
 */
public final class StructuredTaskScopeApp {

    /** Subtasks of {@code join}, times the scale. */
    public static final int SUBTASKS = 3;
    /** Scopes of {@code nested}: the same thread opens and closes one of them while the other one is open. */
    public static final int NESTED = 2;

    private StructuredTaskScopeApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("join", StructuredTaskScopeApp::join)
                .add("waits", scale -> waits())
                .add("failed", scale -> failed())
                .add("interrupted", scale -> interrupted())
                .add("timeout", scale -> timeout())
                .add("unjoined", scale -> unjoined())
                .add("nested", scale -> nested())
                .run(args);
    }

    private static boolean exist() {
        return Runtime.version().feature() >= 25;
    }

    /** Calls the methods of a {@code StructuredTaskScope} by reflection. */
    private static final class Scope {
        private static final String NAME = "java.util.concurrent.StructuredTaskScope";
        private final Class<?> type = Class.forName(NAME);
        private final Object scope;

        Scope() throws ReflectiveOperationException {
            scope = type.getMethod("open").invoke(null);
        }

        /** Opens a scope with a timeout. */
        Scope(Duration limit) throws ReflectiveOperationException {
            Class<?> joiner = Class.forName(NAME + "$Joiner");
            Method withTimeout = Class.forName(NAME + "$Configuration").getMethod("withTimeout", Duration.class);
            UnaryOperator<Object> limited = configuration -> limited(withTimeout, configuration, limit);
            Method open = Stream.of(type.getMethods())
                    .filter(each -> each.getName().equals("open") && each.getParameterCount() == 2)
                    .findFirst()
                    .orElseThrow();
            scope = open.invoke(
                    null, joiner.getMethod("awaitAllSuccessfulOrThrow").invoke(null), limited);
        }

        private static Object limited(Method withTimeout, Object configuration, Duration limit) {
            try {
                return withTimeout.invoke(configuration, limit);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        void fork(Callable<?> task) throws ReflectiveOperationException {
            type.getMethod("fork", Callable.class).invoke(scope, task);
        }

        /** Returns the simple name of the exception, or {@code nothing}. */
        String join() throws ReflectiveOperationException {
            return call("join");
        }

        String close() throws ReflectiveOperationException {
            return call("close");
        }

        private String call(String method) throws ReflectiveOperationException {
            try {
                type.getMethod(method).invoke(scope);
                return "nothing";
            } catch (InvocationTargetException e) {
                return e.getCause().getClass().getSimpleName();
            }
        }
    }

    private static String join(int scale) throws Exception {
        AtomicInteger ran = new AtomicInteger();
        if (exist()) {
            Scope scope = new Scope();
            for (int i = 0; i < SUBTASKS * scale; i++) {
                scope.fork(ran::incrementAndGet);
            }
            scope.join();
            scope.close();
        }
        return "ran " + ran;
    }

    /** The subtask ends once the owner waits for it. */
    private static String waits() throws Exception {
        if (!exist()) {
            return "none";
        }
        Thread owner = Thread.currentThread();
        Scope scope = new Scope();
        scope.fork(() -> {
            Threads.awaitState(owner, Thread.State.WAITING);
            return 1;
        });
        return scope.join() + " " + scope.close();
    }

    private static String failed() throws Exception {
        if (!exist()) {
            return "none";
        }
        Scope scope = new Scope();
        scope.fork(() -> {
            throw new IllegalStateException("on purpose");
        });
        return scope.join() + " " + scope.close();
    }

    private static String interrupted() throws Exception {
        if (!exist()) {
            return "none";
        }
        CountDownLatch never = new CountDownLatch(1);
        Scope scope = new Scope();
        scope.fork(() -> {
            never.await();
            return 1;
        });
        Thread.currentThread().interrupt();
        return scope.join() + " " + scope.close();
    }

    /** The scope times out and cancels its subtask. */
    private static String timeout() throws Exception {
        if (!exist()) {
            return "none";
        }
        CountDownLatch never = new CountDownLatch(1);
        Scope scope = new Scope(Duration.ofMillis(1));
        scope.fork(() -> {
            never.await();
            return 1;
        });
        return scope.join() + " " + scope.close();
    }

    private static String unjoined() throws Exception {
        return exist() ? new Scope().close() : "none";
    }

    private static String nested() throws Exception {
        if (!exist()) {
            return "none";
        }
        Scope outer = new Scope();
        outer.fork(() -> 1);
        Scope inner = new Scope();
        inner.fork(() -> 2);
        String result = inner.join() + " " + inner.close();
        return result + " " + outer.join() + " " + outer.close();
    }
}
