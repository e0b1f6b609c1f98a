package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SourcePositionTest {

    private static StackWalker.StackFrame frame(@Nullable String file, int line, int bytecodeIndex) {
        StackWalker.StackFrame frame = mock();
        when(frame.getClassName()).thenReturn("com.acme.Solver");
        when(frame.getMethodName()).thenReturn("solve");
        when(frame.getFileName()).thenReturn(file);
        when(frame.getLineNumber()).thenReturn(line);
        when(frame.getByteCodeIndex()).thenReturn(bytecodeIndex);
        return frame;
    }

    @Test
    void frameOfAStackAndRewrittenLineHaveOneText() {
        assertThat(SourcePosition.of(frame("Solver.java", 12, 7)))
                .isEqualTo(SourcePosition.ofLine("com.acme.Solver", "solve", "Solver.java", 12))
                .isEqualTo("com.acme.Solver.solve(Solver.java:12)");
    }

    @Test
    void callSitesOfAMethodThatLostItsLinesAreToldApart() {
        assertThat(SourcePosition.of(frame(null, -1, 7)))
                .isEqualTo("com.acme.Solver.solve(Unknown Source, bytecode 7)")
                .isNotEqualTo(SourcePosition.of(frame(null, -1, 19)));
    }

    @Test
    void classThatNamesNoFileSaysSo() {
        assertThat(SourcePosition.ofLine("com.acme.Solver", "solve", null, 3))
                .isEqualTo("com.acme.Solver.solve(Unknown Source:3)");
    }
}
