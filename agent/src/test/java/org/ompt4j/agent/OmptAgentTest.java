package org.ompt4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OmptAgentTest {

    private static final int JAVA_8_CLASS_FILE = 52;

    @Test
    void classFileIsOldEnoughForJava8() throws IOException {
        try (DataInputStream in = new DataInputStream(OmptAgent.class.getResourceAsStream("OmptAgent.class"))) {
            assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
            in.readUnsignedShort();
            assertThat(in.readUnsignedShort()).isLessThanOrEqualTo(JAVA_8_CLASS_FILE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8", "9", "11", "16", "unknown"})
    void olderJavaGetsOneLine(String version) {
        assertThat(errorOf(() -> assertThat(OmptAgent.isJavaNewEnough(version)).isFalse()))
                .isEqualToNormalizingNewlines("ompt4j: Java " + version
                        + " is too old, Java 17 or later is needed; the program runs on unobserved\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "25", "100"})
    void newerJavaGetsNone(String version) {
        assertThat(errorOf(() -> assertThat(OmptAgent.isJavaNewEnough(version)).isTrue()))
                .isEmpty();
    }

    private static String errorOf(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream replacement = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setErr(replacement);
            action.run();
        } finally {
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
