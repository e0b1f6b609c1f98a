package org.ompt4j.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class TargetJvmTest {
    @Test
    void processThatEndsDuringARequestIsNamed() {
        assertThat(TargetJvm.gaveNoAnswer(4711, new IOException("Premature EOF")))
                .hasMessage("process 4711 gave no answer (Premature EOF); it may have ended meanwhile");
    }
}
