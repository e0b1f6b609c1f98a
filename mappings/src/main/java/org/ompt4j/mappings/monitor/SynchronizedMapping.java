package org.ompt4j.mappings.monitor;

import java.util.Set;
import org.ompt4j.emitter.monitor.JvmMonitors;
import org.ompt4j.emitter.monitor.SynchronizedHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/synchronized.md}. */
public final class SynchronizedMapping implements ConstructMapping {
    private static final Construct K = Construct.SYNCHRONIZED;
    private static final String OBJECT = "java/lang/Object";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        // The methods are final, so a call always means Object's method, whichever class it names as the owner.
        for (String arguments : new String[] {"", "J", "JI"}) {
            rewrites.callSite(
                    CallSite.replace(K, OBJECT, true, "wait", '(' + arguments + ")V", SynchronizedHooks.class));
        }
        notifyCall(rewrites, "notify");
        notifyCall(rewrites, "notifyAll");
        if (!JvmMonitors.areChosen()) {
            rewriteMonitors(rewrites);
        }
        JdkObjectWaits.declare(rewrites);
    }

    /** Lets the monitors of application classes be rewritten that are loaded from now on. */
    public static void rewriteMonitors(Rewrites rewrites) {
        rewrites.application(new MonitorRewrite());
    }

    private static void notifyCall(Rewrites rewrites, String name) {
        rewrites.callSite(
                CallSite.around(K, Set.of(OBJECT), true, name, SynchronizedHooks.class, "notifies", "notified"));
    }
}
