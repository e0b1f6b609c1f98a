package org.ompt4j.mappings.thread;

import java.util.Set;
import org.ompt4j.emitter.thread.PoolWorkerHooks;
import org.ompt4j.emitter.thread.ThreadCalls;
import org.ompt4j.emitter.thread.ThreadHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/thread.md}. */
public final class ThreadMapping implements ConstructMapping {
    private static final Construct K = Construct.THREAD;
    private static final String THREAD = "java/lang/Thread";
    private static final String OF_THREAD = "(Ljava/lang/Thread;)V";
    private static final String DURATION = "java/time/Duration";
    private static final String FLOCK = "jdk/internal/misc/ThreadFlock";
    /** The first JDK with executors that have a thread for each task. */
    public static final int FIRST_WITH_THREADS_FOR_TASKS = 21;

    /** The first JDK with a thread of its own for the delayed tasks of fork/join pools. */
    public static final int FIRST_WITH_DELAY_SCHEDULER = 25;

    /** The JDK with a thread pool that ends the timed waits of virtual threads. */
    private static final int WITH_UNPARKER = 21;

    private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        JdkClass thread = rewrites.jdkClass(K, THREAD);
        life(thread);
        rewrites.application(new OverriddenRun());
        rewrites.jdkClass(K, "java/util/TimerThread")
                .method("run()V")
                .enter(own("runOfTimer", OF_THREAD, Operand.THIS));
        if (rewrites.feature() >= FIRST_WITH_DELAY_SCHEDULER) {
            rewrites.jdkClass(K, "java/util/concurrent/DelayScheduler")
                    .method("run()V")
                    .enter(own("runOfJdk", OF_THREAD, Operand.THIS));
        }
        shutdownHooks(rewrites);
        calls(rewrites);
        if (rewrites.feature() >= 19) {
            durations(rewrites, thread);
        }
        if (rewrites.feature() >= 21) {
            rewrites.jdkClass(K, "java/lang/VirtualThread")
                    .method("interrupt()V")
                    .enter(own("interrupts", OF_THREAD, Operand.THIS));
            builders(rewrites);
        }
        if (rewrites.feature() >= FIRST_WITH_THREADS_FOR_TASKS) {
            threadsForTasks(rewrites);
        }
        poolWorkers(rewrites);
        if (rewrites.feature() == WITH_UNPARKER) {
            rewrites.jdkClass(K, "java/lang/VirtualThread")
                    .method("createDelayedTaskScheduler()Ljava/util/concurrent/ScheduledExecutorService;")
                    .enter(worker("unparkerIsMade", "()V"));
        }
    }

    private static void life(JdkClass thread) {
        thread.method("run()V").enter(own("run", OF_THREAD, Operand.THIS));
        thread.method("start()V")
                .enter(own("starts", OF_THREAD, Operand.THIS))
                .onThrow(
                        own("didNotStart", "(Ljava/lang/Throwable;Ljava/lang/Thread;)V", Operand.THROWN, Operand.THIS));
        thread.method("exit()V").enter(own("exit", OF_THREAD, Operand.THIS));
        thread.method("interrupt()V").enter(own("interrupts", OF_THREAD, Operand.THIS));
        thread.method("dispatchUncaughtException(Ljava/lang/Throwable;)V")
                .enter(own("uncaught", "(Ljava/lang/Throwable;)V", Operand.argument(0)));
    }

    private static void shutdownHooks(Rewrites rewrites) {
        JdkClass shutdown = rewrites.jdkClass(K, "java/lang/ApplicationShutdownHooks");
        shutdown.method("add" + OF_THREAD).enter(own("shutdownHook", OF_THREAD, Operand.argument(0)));
        shutdown.method("runHooks()V").enter(own("startsShutdownHooks", "()V"));
    }

    private static void calls(Rewrites rewrites) {
        rewrites.callSite(CallSite.replace(K, THREAD, true, "start", "()V", ThreadCalls.class));
        for (String arguments : new String[] {"", "J", "JI"}) {
            rewrites.callSite(CallSite.replace(K, THREAD, true, "join", '(' + arguments + ")V", ThreadCalls.class));
        }
        rewrites.callSite(CallSite.replaceStatic(K, THREAD, "yield", "()V", ThreadCalls.class));
    }

    private static void durations(Rewrites rewrites, JdkClass thread) {
        rewrites.callSite(CallSite.announce(K, Set.of(THREAD), true, "join", "(L" + DURATION + ";)Z"));
        thread.method("join(L" + DURATION + ";)Z")
                .enterWithToken(call("announcedJoinBegin", "(Ljava/lang/Thread;)J", Operand.THIS))
                .onReturn(call("joinReturns", "(ZJ)V", Operand.RESULT, Operand.TOKEN))
                .exit(call("announcedJoinEnd", "(J)V", Operand.TOKEN));
    }

    /** A thread that is started in one step is started by the JDK's builder; the application's call site is announced to it. */
    private static void builders(Rewrites rewrites) {
        rewrites.callSite(CallSite.announce(
                K,
                Set.of("java/lang/Thread$Builder$OfPlatform"),
                false,
                "start",
                "(Ljava/lang/Runnable;)Ljava/lang/Thread;"));
    }

    /** Executors with a thread for each task, and task scopes, start platform threads too. */
    private static void threadsForTasks(Rewrites rewrites) {
        starting(rewrites, "java/util/concurrent/ThreadPerTaskExecutor", "start" + OF_THREAD);
        starting(rewrites, FLOCK, "start(Ljava/lang/Thread;)Ljava/lang/Thread;");
    }

    private static void starting(Rewrites rewrites, String owner, String method) {
        rewrites.jdkClass(K, owner)
                .method(method)
                .aroundCall(
                        "jdk/internal/access/JavaLangAccess",
                        "start(Ljava/lang/Thread;Ljdk/internal/vm/ThreadContainer;)V")
                .beforeWithToken(own("startForTask", "(Ljava/lang/Thread;)J", Operand.argument(0)))
                .onThrow(own(
                        "notStarted",
                        "(Ljava/lang/Throwable;JLjava/lang/Thread;)V",
                        Operand.THROWN,
                        Operand.CALL_TOKEN,
                        Operand.argument(0)));
    }

    private static void poolWorkers(Rewrites rewrites) {
        rewrites.jdkClass(K, POOL + "$Worker")
                .method("<init>(L" + POOL + ";Ljava/lang/Runnable;)V")
                .onReturn(worker("made", "(Ljava/lang/Object;)V", Operand.THIS));
        JdkClass pool = rewrites.jdkClass(K, POOL);
        pool.method("runWorker(L" + POOL + "$Worker;)V").enter(worker("runs", "()V"));
        pool.method("getTask()Ljava/lang/Runnable;")
                .enterWithToken(worker("idles", "()Z"))
                .exit(worker("works", "(Z)V", Operand.TOKEN));
    }

    private static Hook own(String name, String descriptor, Operand... operands) {
        return Hook.of(ThreadHooks.class, name, descriptor, operands);
    }

    private static Hook call(String name, String descriptor, Operand... operands) {
        return Hook.of(ThreadCalls.class, name, descriptor, operands);
    }

    private static Hook worker(String name, String descriptor, Operand... operands) {
        return Hook.of(PoolWorkerHooks.class, name, descriptor, operands);
    }
}
