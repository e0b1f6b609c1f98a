package org.ompt4j.junit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.ompt4j.junit.Observed.WithoutAgent;

/** Records each {@link Observed} test separately, and checks its limits when it has ended. */
final class ObservedExtension
        implements ExecutionCondition, BeforeEachCallback, BeforeTestExecutionCallback, AfterTestExecutionCallback {
    private static final ExtensionContext.Namespace OURS = ExtensionContext.Namespace.create(ObservedExtension.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        // The annotation of a method replaces that of its class.
        boolean isSkipped = context.getTestMethod().isPresent()
                && asked(context).withoutAgent() == WithoutAgent.SKIP
                && !AgentTrace.isWritten();
        return isSkipped
                ? ConditionEvaluationResult.disabled(AgentTrace.NO_AGENT)
                : ConditionEvaluationResult.enabled("an agent is there, or has to be");
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (!AgentTrace.isWritten()) {
            throw new AssertionError(AgentTrace.NO_AGENT);
        }
        AgentTrace.check(demands(asked(context)));
        Class<?> type = context.getRequiredTestClass();
        if (AgentTrace.leavesOut(type)) {
            throw new AssertionError("the settings include and exclude of the agent leave out " + type.getName()
                    + ", so that the test cannot be judged");
        }
    }

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        context.getStore(OURS).put(AgentTrace.class, AgentTrace.begin());
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        AgentTrace trace = context.getStore(OURS).remove(AgentTrace.class, AgentTrace.class);
        if (trace == null) {
            return; // The test method has not begun.
        }
        List<String> worse = trace.end(demands(asked(context)));
        if (!worse.isEmpty()) {
            throw new AssertionError(
                    worse.size() == 1
                            ? worse.get(0)
                            : worse.size() + " conditions of @Observed are not met:\n  " + String.join("\n  ", worse));
        }
    }

    /** The annotation of the method, else of its class, else of an enclosing class. */
    private static Observed asked(ExtensionContext test) {
        for (Optional<ExtensionContext> each = Optional.of(test);
                each.isPresent();
                each = each.get().getParent()) {
            Optional<Observed> found =
                    AnnotationSupport.findAnnotation(each.get().getElement(), Observed.class);
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new ExtensionConfigurationException(
                "the test is not @Observed; annotate it instead of naming the extension");
    }

    /** The limits by their names in the agent, which are those of the annotation. */
    static Map<String, String> demands(Observed asked) {
        Map<String, String> demands = new LinkedHashMap<>();
        put(demands, "lockHeldAtMost", asked.lockHeldAtMost());
        put(demands, "lockWaitAtMost", asked.lockWaitAtMost());
        put(demands, "imbalanceAtMost", asked.imbalanceAtMost());
        put(demands, "pinnedAtMost", asked.pinnedAtMost());
        put(demands, "noLockInversion", asked.noLockInversion() ? "true" : "");
        put(demands, "noPoolStarvation", asked.noPoolStarvation() ? "true" : "");
        return demands;
    }

    private static void put(Map<String, String> demands, String key, String value) {
        if (!value.isEmpty()) {
            demands.put(key, value);
        }
    }
}
