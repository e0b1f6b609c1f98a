package org.ompt4j.mappings.executor;

import java.util.Set;
import org.ompt4j.emitter.executor.StructuredTaskScopeHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/structured-task-scope.md}. */
public final class StructuredTaskScopeMapping implements ConstructMapping {
    private static final Construct K = Construct.STRUCTURED_TASK_SCOPE;
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String SCOPE = CONCURRENT + "StructuredTaskScope";

    /** The first JDK with scopes of this shape. */
    private static final int FIRST_FEATURE = 25;

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        if (rewrites.feature() < FIRST_FEATURE) {
            return;
        }
        rewrites.callSite(CallSite.announce(K, Set.of(SCOPE), false, "open", null));
        JdkClass scope = rewrites.jdkClass(K, SCOPE + "Impl");
        scope.method("<init>(L" + SCOPE + "$Joiner;L" + CONCURRENT + "ThreadFactory;Ljava/lang/String;)V")
                .onReturn(hook("opened"));
        scope.method("join()Ljava/lang/Object;")
                .aroundCall("jdk/internal/misc/ThreadFlock", "awaitAll()Z")
                .before(hook("waitEnter"))
                .exit(hook("waitExit"));
        scope.method("close()V").exit(hook("closed"));
    }

    private static Hook hook(String name) {
        return Hook.of(StructuredTaskScopeHooks.class, name, "(Ljava/lang/Object;)V", Operand.THIS);
    }
}
