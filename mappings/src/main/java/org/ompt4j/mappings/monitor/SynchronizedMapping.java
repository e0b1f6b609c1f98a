package org.ompt4j.mappings.monitor;

import java.util.Set;
import org.ompt4j.emitter.monitor.JvmMonitors;
import org.ompt4j.emitter.monitor.MonitorHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/synchronized.md}. */
public final class SynchronizedMapping implements ConstructMapping {
    private static final Construct K = Construct.SYNCHRONIZED;
    private static final Set<String> OBJECT = Set.of("java/lang/Object");

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        waitCall(rewrites, "");
        waitCall(rewrites, "J");
        waitCall(rewrites, "JI");
        notifyCall(rewrites, "notify");
        notifyCall(rewrites, "notifyAll");
        if (!JvmMonitors.areChosen()) {
            rewrites.application(new MonitorRewrite());
        }
        JdkObjectWaits.declare(rewrites);
    }

    /** The methods are final, so that whatever class a call names as their owner, it is Object's. */
    private static void waitCall(Rewrites rewrites, String arguments) {
        Hook hook = Hook.of(MonitorHooks.class, "await", "(Ljava/lang/Object;" + arguments + "I)V");
        rewrites.callSite(CallSite.replace(K, OBJECT, true, "wait", '(' + arguments + ")V", hook));
    }

    private static void notifyCall(Rewrites rewrites, String name) {
        Hook hook = Hook.of(MonitorHooks.class, "notifies", "(Ljava/lang/Object;I)V");
        rewrites.callSite(CallSite.before(K, OBJECT, true, name, "()V", hook));
    }
}
