package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretMaskTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Ddb.password=geheim | -Ddb.password=***",
                "-Ddb.password=a=b&c,d | -Ddb.password=***",
                "-DAPI_KEY=k | -DAPI_KEY=***",
                "--password=x | --password=***",
                "--client-secret=x | --client-secret=***",
                "access.token=x | access.token=***",
                "jdbc:h2:tcp://host/db?user=sa&password=p&mode=x | jdbc:h2:tcp://host/db?user=sa&password=***&mode=x",
                "jdbc:h2:mem:a;USER=sa;PASSWORD=p | jdbc:h2:mem:a;USER=sa;PASSWORD=***",
                "-Durl=https://u:p@host/x | -Durl=https://u:***@host/x",
                "https://u:p@q@host:80/x@y | https://u:***@host:80/x@y",
                "jdbc:oracle:thin:scott/tiger@host:1521 | jdbc:oracle:thin:scott/***@host:1521",
                "Authorization: Bearer abc | Authorization:***",
                "-Dport=80 | -Dport=80",
                "-Dmail=a@b.example | -Dmail=a@b.example",
                "-Xmx1g | -Xmx1g",
                "/opt/secret-app/a.jar:/opt/b.jar | /opt/secret-app/a.jar:/opt/b.jar",
            })
    void secretsAreReplacedAndTheRestIsKept(String argument, String masked) {
        assertThat(SecretMask.maskValue(argument)).isEqualTo(masked);
    }

    @Test
    void theArgumentAfterASecretsNameIsReplaced() {
        assertThat(SecretMask.mask(List.of("--password", "p", "--user", "u", "-token", "-v", "x")))
                .containsExactly("--password", "***", "--user", "u", "-token", "-v", "x");
    }

    @Test
    void theEmptyArgumentStaysEmpty() {
        assertThat(SecretMask.mask(List.of("", "="))).containsExactly("", "=");
    }
}
