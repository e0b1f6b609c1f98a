package org.ompt4j.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * What became of one test, run as JUnit runs it.
 *
 * @param end how it ended: a {@link TestExecutionResult.Status}, or {@link #SKIPPED}
 * @param message of what ended it, or the reason; empty if it succeeded
 */
record TestRun(String end, String message) {
    static final String SKIPPED = "SKIPPED";

    /** @param method without parameters */
    static TestRun of(Class<?> tests, String method) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(tests, method))
                .build();
        List<TestRun> runs = new ArrayList<>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionSkipped(TestIdentifier test, String reason) {
                runs.add(new TestRun(SKIPPED, reason));
            }

            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    String message =
                            result.getThrowable().map(Throwable::getMessage).orElse("");
                    runs.add(new TestRun(result.getStatus().name(), message));
                }
            }
        });
        if (runs.size() != 1) {
            throw new IllegalArgumentException(runs.size() + " tests of the name " + method);
        }
        return runs.get(0);
    }
}
