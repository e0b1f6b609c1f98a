package org.ompt4j.e2e;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Forgets the runs that tests share as one of them fails: where it is tried again the program runs again. */
final class FailedRuns implements TestWatcher {
    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        AppRun.forgetJudgedRuns();
    }
}
