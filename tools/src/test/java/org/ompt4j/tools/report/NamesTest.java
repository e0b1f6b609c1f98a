package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.testing.TraceBuilder;

class NamesTest {

    @ParameterizedTest
    @CsvSource({
        "app.Lock, app.Lock",
        "[I, int[]",
        "[[J, long[][]",
        "[Lapp.Lock;, app.Lock[]",
        "[LLock;, Lock[]",
        "[Lapp.Map$Entry;, app.Map$Entry[]",
        "[, [",
        "[x;, [x;"
    })
    void arrayIsCalledAsInCode(String className, String shown) throws Exception {
        TraceBuilder trace = new TraceBuilder();
        long waitId = trace.waitId(Construct.SYNCHRONIZED, className);

        assertThat(new Names(trace.build()).object(waitId)).isEqualTo(shown + " #" + waitId);
    }
}
