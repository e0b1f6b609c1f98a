package org.ompt4j.mappings.blocking;

import org.ompt4j.emitter.blocking.SleepHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/sleep.md}. */
public final class SleepMapping implements ConstructMapping {
    private static final Construct K = Construct.SLEEP;
    private static final String THREAD = "java/lang/Thread";
    private static final String UNIT = "java/util/concurrent/TimeUnit";

    /** The first JDK in which {@code sleep(long)} is Java code. */
    private static final int IN_JAVA = 19;

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        rewrites.callSite(CallSite.replaceStatic(K, THREAD, "sleep", "(J)V", SleepHooks.class));
        rewrites.callSite(CallSite.replaceStatic(K, THREAD, "sleep", "(JI)V", SleepHooks.class));
        rewrites.callSite(CallSite.replace(K, UNIT, false, "sleep", "(J)V", SleepHooks.class)
                .thatIsSeenInside());
        JdkClass thread = rewrites.jdkClass(K, THREAD);
        // On 17 this one is Java code already, and what TimeUnit calls.
        around(thread, "(JI)V");
        if (rewrites.feature() >= IN_JAVA) {
            around(thread, "(J)V");
            around(thread, "(Ljava/time/Duration;)V");
        }
    }

    private static void around(JdkClass thread, String descriptor) {
        thread.method("sleep" + descriptor)
                .enterWithToken(Hook.of(SleepHooks.class, "begins", "()Z"))
                .exit(Hook.of(SleepHooks.class, "ends", "(Z)V", Operand.TOKEN));
    }
}
