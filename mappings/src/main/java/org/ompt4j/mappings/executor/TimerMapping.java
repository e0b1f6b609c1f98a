package org.ompt4j.mappings.executor;

import java.util.Set;
import org.ompt4j.emitter.executor.TimerHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/timer.md}. */
public final class TimerMapping implements ConstructMapping {
    private static final Construct K = Construct.TIMER;
    private static final String TIMER = "java/util/Timer";
    private static final String TASK = "java/util/TimerTask";
    private static final String THREAD = "java/util/TimerThread";
    private static final String QUEUE = "java/util/TaskQueue";
    private static final String RUNNABLE = "Ljava/lang/Runnable;";
    private static final String OBJECT = "Ljava/lang/Object;";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        for (String name : new String[] {"schedule", "scheduleAtFixedRate"}) {
            rewrites.callSite(CallSite.announce(K, Set.of(TIMER), false, name, null));
        }
        rewrites.callSite(CallSite.announce(K, Set.of(TASK), false, "cancel", "()Z"));
        rewrites.jdkClass(K, TIMER)
                .method("sched(L" + TASK + ";JJ)V")
                .enter(hook("schedule", "(" + RUNNABLE + "L" + TIMER + ";)V", Operand.argument(0), Operand.THIS))
                .onThrow(hook(
                        "rejected", "(Ljava/lang/Throwable;" + RUNNABLE + ")V", Operand.THROWN, Operand.argument(0)));
        JdkClass thread = rewrites.jdkClass(K, THREAD);
        thread.method("<init>(L" + QUEUE + ";)V")
                .onReturn(hook("threadMade", "(" + OBJECT + ")V", Operand.argument(0)));
        MethodAdvice loop = thread.method("mainLoop()V");
        loop.aroundCall(QUEUE, "getMin()L" + TASK + ";").after(hook("next", "(L" + TASK + ";)V", Operand.RESULT));
        loop.aroundCall(TASK, "run()V")
                .beforeWithToken(hook("begin", "(" + RUNNABLE + ")J", Operand.STACK_TOP))
                .after(hook("end", "(J)V", Operand.CALL_TOKEN))
                .onThrow(hook("threw", "(Ljava/lang/Throwable;J)V", Operand.THROWN, Operand.CALL_TOKEN));
        rewrites.jdkClass(K, TASK)
                .method("cancel()Z")
                .onReturn(hook("cancelled", "(ZL" + TASK + ";)V", Operand.RESULT, Operand.THIS));
        rewrites.jdkClass(K, QUEUE).method("clear()V").enter(hook("dropped", "(" + OBJECT + ")V", Operand.THIS));
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(TimerHooks.class, name, descriptor, operands);
    }
}
