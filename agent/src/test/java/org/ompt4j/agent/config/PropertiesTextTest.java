package org.ompt4j.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropertiesTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a=b",
                "a = b",
                "a: b",
                "a b",
                "  a  =  b",
                "a\\=x=b",
                "a=b\\\n   c",
                "#a=b\n!c=d\ne=f",
                "a=1\r\nb=2\rc=3\n\nd=4",
                "a=\\u00e4\\\\x",
                "a",
                "a=",
                "\ta\f=b=c:d",
            })
    void readsWhatThePropertiesOfTheJdkRead(String text) throws IOException {
        Properties expected = new Properties();
        expected.load(new StringReader(text));

        Properties read = new Properties();
        for (Setting setting : PropertiesText.parse(text, "f")) {
            read.setProperty(setting.key(), setting.text());
        }

        assertThat(read).isEqualTo(expected);
    }

    @Test
    void everySettingKnowsItsFirstLine() {
        List<Setting> settings = PropertiesText.parse("# one\r\na=1 \\\r\n 2\r\n\r\nb=3", "f");

        assertThat(settings).containsExactly(new Setting("a", "1 2", "f:2"), new Setting("b", "3", "f:5"));
    }

    @Test
    void backslashBeforeAnOrdinaryLetterStandsForItself() {
        assertThat(PropertiesText.parse("output=C:\\temp\\users\\new", "f"))
                .containsExactly(new Setting("output", "C:\\temp\\users\\new", "f:1"));
    }

    @Test
    void byteOrderMarkIsNoPartOfTheFirstKey() {
        assertThat(PropertiesText.parse("\ufeffa=1", "f")).containsExactly(new Setting("a", "1", "f:1"));
    }
}
