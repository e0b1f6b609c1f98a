package org.ompt4j.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.ompt.DefinedConstruct;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.text.LibraryPools;

class UnaskedLibrariesTest {

    @Test
    void eachThatDefineCanNameIsKnownByAClassThatItDefines() throws Exception {
        for (String[] each : UnaskedLibraries.POOLS) {
            try (var file = UnaskedLibraries.class.getResourceAsStream(LibraryPools.definitions(each[0]))) {
                assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8))
                        .contains(":" + each[1] + ".");
            }
            assertThat(ConfigKey.DEFINE.type().problem(each[0])).isNull();
            assertThat(ConfigKey.DEFINE.doc()).contains(each[0]);
        }
        assertThat(Arrays.stream(UnaskedLibraries.POOLS).map(each -> each[0]))
                .hasSize(ConfigKey.DEFINE
                        .doc()
                        .split("The name of a library \\(")[1]
                        .split("\\)")[0]
                        .split(", ")
                        .length);
    }

    @Test
    void oneThatIsLoadedAndNotDefinedIsNamed() {
        Class<?>[] loaded = {String.class, UnaskedLibrariesTest.class};
        String[] own = UnaskedLibraries.POOLS[0];
        String before = own[1];
        own[1] = UnaskedLibrariesTest.class.getName();
        try {
            assertThat(UnaskedLibraries.among(loaded, List.of()))
                    .containsExactly(
                            "the pools of netty are not observed: define=netty tells their tasks, how long these were queued, and"
                                    + " when their threads were idle");
            assertThat(UnaskedLibraries.among(
                            loaded, List.of(new RunSettings.Definition(DefinedConstruct.RUN, own[1] + ".run"))))
                    .isEmpty();
        } finally {
            own[1] = before;
        }
    }
}
