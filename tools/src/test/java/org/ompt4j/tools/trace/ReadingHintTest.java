package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.junit.jupiter.api.Test;

class ReadingHintTest {

    @Test
    void commandCanBeCopied() {
        assertThat(ReadingHint.of(new File("run.ompt"))).isEqualTo("java -jar ompt-agent.jar report run.ompt");
    }

    @Test
    void pathWithBlanksIsQuoted() {
        assertThat(ReadingHint.of(new File("my run.ompt"))).endsWith(" report \"my run.ompt\"");
    }
}
