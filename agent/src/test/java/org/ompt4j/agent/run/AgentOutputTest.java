package org.ompt4j.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.agent.control.AttachAnswer;

class AgentOutputTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AgentOutput output = new AgentOutput(new PrintStream(bytes, true, StandardCharsets.UTF_8), false);

    @Test
    void whatOthersNamedCannotForgeALineNorSteerTheTerminal() {
        output.say("tool x\nompt4j: trace written \u001b]0;title\u0007 \u202e\u009b2J");

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo("ompt4j: tool x\\nompt4j: trace written \\u001b]0;title\\u0007 \\u202e\\u009b2J"
                        + System.lineSeparator());
    }

    @Test
    void lineOfAnAnswerStaysOneLine() {
        String text = new AttachAnswer(false, List.of("key \"a\nb\"", "second")).text();

        assertThat(AttachAnswer.parse(text).lines()).containsExactly("key \"a\\nb\"", "second");
    }
}
