package org.ompt4j.e2e;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Drops the runs that tests share when one of them fails: if the test is repeated, the program runs again. */
final class FailedRuns implements TestWatcher {
    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        AppRun.forgetJudgedRuns();
    }
}
