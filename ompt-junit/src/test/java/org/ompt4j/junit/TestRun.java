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
 * The result of one test that JUnit has run.
 *
 * @param end how it ended: the name of a {@link TestExecutionResult.Status}, or {@link #SKIPPED}
 * @param message the message of the exception, or why the test was skipped; empty if it succeeded
 */
record TestRun(String end, String message) {
    static final String SKIPPED = "SKIPPED";

    /** @param method the name of a test method without parameters */
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
