package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                "Authorization: Bearer abc | Authorization: ***",
                "-Dport=80 | -Dport=80",
                "-Dmail=a@b.example | -Dmail=a@b.example",
                "-Xmx1g | -Xmx1g",
                "/opt/secret-app/a.jar:/opt/b.jar | /opt/secret-app/a.jar:/opt/b.jar",
            })
    void secretsAreReplacedAndTheRestIsKept(String argument, String masked) {
        assertThat(SecretMask.maskValue(argument)).isEqualTo(masked);
    }

    /** Each command line contains the secret {@code S3cr3t}; arguments are separated by two bars. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Dpass=S3cr3t",
                "-Ddb.pass=S3cr3t",
                "-DdbPass=S3cr3t",
                "-Dpwd=S3cr3t",
                "-Ddb_pw=S3cr3t",
                "-Dauth=S3cr3t",
                "-Dproxy.auth=S3cr3t",
                "-DauthToken=S3cr3t",
                "-Dauthtoken=S3cr3t",
                "-Dkey=S3cr3t",
                "-Dencryption.key=S3cr3t",
                "-DAPIKey=S3cr3t",
                "-DapiKey=S3cr3t",
                "-Dmaster.key.value=S3cr3t",
                "-Dcookie=S3cr3t",
                "-Dsession.cookie=S3cr3t",
                "-Dpin=S3cr3t",
                "-DcardPin=S3cr3t",
                "-Dsig=S3cr3t",
                "-Drequest.signature=S3cr3t",
                "-Djwt=S3cr3t",
                "-Ppin=S3cr3t",
                "-Dpass2=S3cr3t",
                "-Dclient.secret.text=S3cr3t",
                "-Djavax.net.ssl.keyStorePassword=S3cr3t",
                "AWS_SECRET_ACCESS_KEY=S3cr3t",
                "--pass||S3cr3t",
                "--key||S3cr3t",
                "--auth||S3cr3t",
                "--pin||S3cr3t",
                "--sig||S3cr3t",
                "--session-cookie||S3cr3t",
                "-password||S3cr3t",
                "--token=S3cr3t",
                "-p||S3cr3t",
                "-pS3cr3t",
                "-u||root:S3cr3t",
                "--user||root:S3cr3t",
                "-passin||pass:S3cr3t",
                "password:||S3cr3t",
                "Bearer S3cr3t",
                "Bearer||S3cr3t",
                "-H||Authorization: Bearer S3cr3t",
                "-H||Authorization:||Bearer||S3cr3t",
                "-H||Authorization: Basic cm9vdDpTM2NyM3Q= S3cr3t",
                "-H||X-Api-Key: S3cr3t",
                "-H||Cookie: sid=a; other=S3cr3t",
                "header=bearer S3cr3t",
                "header=token S3cr3t",
                "Basic S3cr3t, Bearer S3cr3t, Digest S3cr3t",
                "--header=Authorization: token S3cr3t; more S3cr3t",
                "https://root:S3cr3t@host/x",
                "-Dproxies=http://a:S3cr3t@h1:80/,http://b:S3cr3t@h2:80/",
                "primary=redis://:S3cr3t@h1;backup=redis://x:S3cr3t@h2",
                "jdbc:oracle:thin:scott/S3cr3t@host:1521",
                "jdbc:oracle:thin:scott/S3cr3t@//host:1521/service",
                "jdbc:mysql://host/db?user=sa&password=S3cr3t,S3cr3t&x=1",
                "jdbc:sqlserver://host;user=sa;pwd=S3cr3t;encrypt=true",
                "https://host/x?a=1&sig=S3cr3t#top",
                "https://host/login?next=https%3A%2F%2Fh%2F%3Ftoken%3DS3cr3t%26x%3D1",
                "{\"user\": \"u\", \"password\": \"S3cr3t\"}",
                "{ \"password\" : \"a S3cr3t b\" }",
                "{\"auth\": {\"token\": \"S3cr3t\"}}",
                "{\"pin\": S3cr3t}",
                "{\\\"password\\\": \\\"a S3cr3t\\\"}",
                "{\"password\": \"a\\\"S3cr3t\"}",
                "{'key': 'a S3cr3t'}",
                "--config={apiKey: S3cr3t, user: u}",
                "<login><password>S3cr3t</password></login>",
                "<user name=\"u\" password=\"S3cr3t\"/>",
                "sh||-c||client --password S3cr3t --user u",
                "sh||-c||client --password='a S3cr3t' --user u",
                "sh||-c||client --basic --password S3cr3t",
                "sh||-c||client --token --password S3cr3t",
                "sh||-c||client -p S3cr3t",
                "sh||-c||client -pS3cr3t db",
                "sh||-c||env 'client -p S3cr3t db'",
                "sh||-c||TOKEN=S3cr3t client",
                "-Dpem=-----BEGIN PRIVATE KEY-----S3cr3t",
            })
    void everyFormOfASecretIsMasked(String arguments) {
        List<String> commandLine = new ArrayList<>(List.of("java", "-cp", "a.jar", "Main"));
        commandLine.addAll(List.of(arguments.split("\\|\\|")));

        assertThat(String.join(" ", SecretMask.mask(commandLine)))
                .contains("***")
                .doesNotContain("S3cr3t", "cm9vdDpTM2NyM3Q");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ghp_0123456789abcdefABCDEF",
                "https://glpat-0123456789abcdef@host/x",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
                "AKIA0123456789ABCDEF",
            })
    void tokensOfKnownShapesAreMaskedWhateverTheirName(String argument) {
        assertThat(SecretMask.maskValue("-Dx=" + argument)).contains("***").doesNotContain("0123456789", "eyJ");
    }

    /** Whole command lines, the arguments separated by two bars. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java||-Xmx1g||-XX:+UseG1GC||-Xlog:gc*:file=gc.log||-cp||lib/key.jar:secret.jar||Main",
                "java||-p||mods:lib||-m||com.acme/com.acme.Main||-port||8080",
                "java||-agentlib:jdwp=transport=dt_socket,server=y,address=*:5005||Main",
                "java||Main||-port||8080||-path||/a/b||-profile||prod||-parameters||-proc:none",
                "java||Main||--keyboard||de||--spinner||--compass=n||--author||me||--monkey=1",
                "java||Main||keyboard||spinner||--pinned||--design||--signal=9",
                "java||-Dkey.size=2048||-Djavax.net.ssl.keyStore=/etc/store||-Dauth.type=basic||-Dtoken.url=https://h/t||Main",
                "java||-Dbypass=true||-DpassThrough=1||-Dcookie.name=sid||-Dtokenizer=x||Main",
                "java||-Durl=jdbc:h2:tcp://host/db;MODE=Oracle||-Dmail=a@b.example||Main",
                "java||Main||basic usage||token ring||https://host:8080/a:b@c||C:\\temp\\a.txt||git@github.com:a/b.git",
                "java||-javaagent:ompt-agent.jar=profile=full,output=[a,b.ompt]||Main||-print||-pom||x.xml",
                "java||Main||{\"port\": 80, \"name\": \"x y\"}||<a>b</a>||a=b;c=d||1 > 0",
            })
    void ordinaryCommandLinesStayReadable(String commandLine) {
        List<String> arguments = List.of(commandLine.split("\\|\\|"));

        assertThat(SecretMask.mask(arguments)).isEqualTo(arguments);
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
