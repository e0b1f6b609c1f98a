package org.ompt4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassFileHeaderTest {

    @ParameterizedTest
    @ValueSource(
            classes = {
                Object.class,
                String.class,
                ArrayList.class,
                Comparable.class,
                Math.class,
                Thread.State.class,
                ConfigCommand.class,
                AgentJar.class
            })
    void namesTheSupertypesThatTheJvmSees(Class<?> type) throws IOException {
        List<String> expected = new ArrayList<>();
        if (type.isInterface()) {
            expected.add("java.lang.Object");
        } else if (type.getSuperclass() != null) {
            expected.add(type.getSuperclass().getName());
        }
        for (Class<?> each : type.getInterfaces()) {
            expected.add(each.getName());
        }

        assertThat(new ClassFileHeader(bytes(type)).supertypes()).isEqualTo(expected);
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in =
                type.getResourceAsStream(type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class")) {
            return in.readAllBytes();
        }
    }
}
