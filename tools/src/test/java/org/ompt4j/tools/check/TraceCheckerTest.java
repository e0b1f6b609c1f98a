package org.ompt4j.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.tools.testing.RichTrace;

class TraceCheckerTest {

    @Test
    void legalTraceHasNoViolations() throws IOException {
        CheckResult result = TraceChecker.check(RichTrace.build());

        assertThat(result.violations()).isEmpty();
        assertThat(result.judged()).hasSizeGreaterThan(25);
    }
}
