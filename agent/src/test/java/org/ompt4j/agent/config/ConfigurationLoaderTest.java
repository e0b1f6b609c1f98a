package org.ompt4j.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.settings.SettingsText;

class ConfigurationLoaderTest {

    private final Map<String, String> environment = new HashMap<>();
    private final Properties properties = new Properties();

    @TempDir
    Path directory;

    @Test
    void whatArgumentsSetCanBeWrittenAsArgumentsAgain() {
        String arguments = "events=[parallel_begin,parallel_end],profile=full";

        assertThat(AgentArguments.text(
                        ConfigurationLoader.load(arguments, Map.of("OMPT_QUIET", "true"), new Properties())
                                .fromArguments()))
                .isEqualTo("profile=full,events=[parallel_begin,parallel_end]");
    }

    @Test
    void valueThatEndsAnArgumentCannotBeWrittenAsOne() {
        Map<ConfigKey, String> settings = Map.of(ConfigKey.OUTPUT, "/runs/a],b/x.ompt");

        assertThatThrownBy(() -> AgentArguments.text(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"/runs/a],b/x.ompt\" cannot be given to a JVM as output, since a value ends at \"],\"");
    }

    @Test
    void everyKeyHasItsDefaultWhenNothingIsSet() {
        Configuration configuration = load(null);

        assertThat(configuration.errors()).isEmpty();
        assertThat(configuration.value(ConfigKey.TOOL))
                .isEqualTo(new Setting(ConfigKey.TOOL.key(), "trace", "default"));
        assertThat(configuration.asMap()).hasSize(ConfigKey.values().length).containsEntry("max-size", "1g");
    }

    @ParameterizedTest
    @EnumSource(ConfigKey.class)
    void theDefaultOfEveryKeyIsValid(ConfigKey key) {
        assertThat(key.type().problem(load(null).text(key))).isNull();
    }

    @Test
    void environmentOverridesFileAndPropertiesOverrideEnvironmentAndArgumentsOverrideAll() throws IOException {
        Path file = file("profile=states\nmin-wait=1us\nring=true\nmax-size=2g\n");
        environment.put("OMPT_CONFIG", file.toString());
        environment.put("OMPT_MIN_WAIT", "2us");
        environment.put("OMPT_RING", "false");
        environment.put("OMPT_MAX_SIZE", "3g");
        properties.put("ompt4j.ring", "true");
        properties.put("ompt4j.max-size", "4g");

        Configuration configuration = load("max-size=5g");

        assertThat(configuration.errors()).isEmpty();
        assertThat(configuration.value(ConfigKey.PROFILE))
                .isEqualTo(new Setting(ConfigKey.PROFILE.key(), "states", file + ":1"));
        assertThat(configuration.value(ConfigKey.MIN_WAIT))
                .isEqualTo(new Setting(ConfigKey.MIN_WAIT.key(), "2us", "environment variable OMPT_MIN_WAIT"));
        assertThat(configuration.value(ConfigKey.RING))
                .isEqualTo(new Setting(ConfigKey.RING.key(), "true", "system property ompt4j.ring"));
        assertThat(configuration.value(ConfigKey.MAX_SIZE))
                .isEqualTo(new Setting(ConfigKey.MAX_SIZE.key(), "5g", "agent argument"));
    }

    @Test
    void theStrongestSourceNamesTheFile() throws IOException {
        environment.put("OMPT_CONFIG", directory.resolve("missing").toString());
        Path file = file("ring=true");

        assertThat(load("config=" + file).isOn(ConfigKey.RING)).isTrue();
    }

    @Test
    void unknownKeyNamesFileLineAndNearestKey() throws IOException {
        Path file = file("# comment\n\nprofil = full\n");

        assertThat(load("config=" + file).errors())
                .containsExactly(file + ":3: unknown key \"profil\"; the nearest is \"profile\"");
    }

    @Test
    void badValueNamesFileLineKeyAndNearestValue() throws IOException {
        Path file = file("profile = ful\n");

        assertThat(load("config=" + file).errors())
                .containsExactly(
                        file + ":1: profile: \"ful\" is none of states, default, full; the nearest is \"full\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ring=yes|ring: \"yes\" is neither true nor false",
                "min-wait=10|min-wait: \"10\" is no duration; write a whole number and its unit, such as 10us, 5ms or"
                        + " 1s",
                "sample.period=1us|sample.period: \"1us\" is too short; the shortest is 100us",
                "sample.period=2000000s|sample.period: \"2000000s\" is too long; the longest is 3600s",
                "throttle=often|throttle: \"often\" is neither auto nor off nor a whole number of events per second"
                        + " and a duration, such as 10000/10us",
                "throttle=1/10us|throttle: \"1\" is too low; the lowest rate is 10, and off ends throttling",
                "throttle=9999999999/10us|throttle: \"9999999999\" is too high; the highest rate is 1000000000, and off"
                        + " ends throttling",
                "throttle=500/5|throttle: \"5\" is no duration; write a whole number and its unit, such as 10us, 5ms"
                        + " or 1s",
                "throttle.rate=off|the key throttle.rate no longer exists; write throttle=RATE/DURATION, such as"
                        + " throttle=10000/10us, or throttle=off",
                "define.barrier=a.B.c|the key define.barrier no longer exists; write define=barrier:...",
                "max-size=1t|max-size: \"1t\" is no size; write a whole number and its unit, such as 512k, 200m or 1g",
                "max-size=99999999999g|max-size: \"99999999999g\" is no size; write a whole number and its unit, such"
                        + " as 512k, 200m or 1g",
                "max-size=1k|max-size: \"1k\" is too small; the smallest is 1024k",
                "output=|output: is empty; give a file name",
                "events=[work,reducton]|events: \"reducton\" is no event; the nearest is \"reduction\"",
                "constructs=phasr|constructs: \"phasr\" is no construct; the nearest is \"phaser\"",
                "tool=flamegraph|tool: \"flamegraph\" is none of trace, profile, sample, conformance, none",
                "filename=a|unknown key \"filename\"; java -jar ompt-agent.jar config --init lists all keys",
                "events=[all,-all]|events: \"all,-all\" leaves no event; use \"all\" or name those to keep",
                "constructs=-all|constructs: \"-all\" leaves no construct; use \"all\" or name those to keep",
                "constructs=[-phaser;-all]|constructs: \"-phaser;-all\" leaves no construct; use \"all\" or name those"
                        + " to keep",
                "output=run%x.ompt|output: \"run%x.ompt\" has \"%x\", which stands for nothing; known are %m, %p, %h,"
                        + " %t, and %% for a percent sign",
                "output=100%|output: \"100%\" has \"%\", which stands for nothing; known are %m, %p, %h, %t, and %%"
                        + " for a percent sign",
                "include=com/acme|include: \"com/acme\" has a '/'; packages are separated by dots",
                "exclude=a b|exclude: \"a b\" has a ' ', which no Java name has",
                "define=lock:a.B.c|define: \"a.B.c\" needs two methods, such as com.acme.Latch.acquire/release",
                "define=lock:a.B.c/a.B.d|define: \"a.B.c/a.B.d\" has a class after the slash; both methods are of one"
                        + " class",
                "define=task:a.B.c/d|define: \"a.B.c/d\" has a second method; only lock and run have two",
                "define=run:a.B.c/|define: \"a.B.c/\" needs a second method, such as com.acme.Pool.before/after, or no slash",
                "define=run:a.B.c/a.B.d|define: \"a.B.c/a.B.d\" has a class after the slash; both methods are of one"
                        + " class",
                "define=submit:a.B.c/d|define: \"a.B.c/d\" has to name classes after the slash by how they begin, such as"
                        + " com.acme.Pool.execute/com.acme.*",
                "define=submit:a.B.c/*.d|define: \"a.B.c/*.d\" has to name classes after the slash by how they begin, such"
                        + " as com.acme.Pool.execute/com.acme.*",
                "define=worker:run|define: \"run\" needs class and method, such as com.acme.Gate.await",
                "define=barrier:await|define: \"await\" needs class and method, such as com.acme.Gate.await",
                "define=a.B.c|define: \"a.B.c\" does not say what it is; write for example barrier:com.acme.Gate.await; libraries with"
                        + " definitions are netty, tomcat, jetty, coroutines",
                "define=[barier:a.B.c]|define: \"barier\" is nothing that can be defined; the nearest is \"barrier\"",
                "tool|\"tool\" is no key=value; the nearest is \"tool\" (a value with commas stands in brackets)",
            })
    void badArgumentGetsOneLineThatSaysWhatToDo(String arguments, String line) {
        assertThat(load(arguments).errors()).containsExactly("agent argument: " + line);
    }

    @Test
    void wordThatIsNearNoNameIsAnsweredWithAllNames() {
        assertThat(load("constructs=gizmo").errors())
                .containsExactly("agent argument: constructs: \"gizmo\" is no construct; known are "
                        + String.join(", ", ValueTypes.NameList.constructs()));
    }

    @Test
    void badValueLeavesTheDefaultInForceUnlessAStrongerSourceIsRight() {
        environment.put("OMPT_PROFILE", "fll");
        environment.put("OMPT_TOOL", "tracer");

        Configuration configuration = load("tool=sample,on-error=continue");

        assertThat(configuration.errors()).hasSize(2);
        assertThat(configuration.text(ConfigKey.PROFILE)).isEqualTo("default");
        assertThat(configuration.text(ConfigKey.TOOL)).isEqualTo("sample");
        assertThat(configuration.stopsOnError()).isFalse();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void pipeIsRefusedInsteadOfWaitedFor() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThat(load("config=" + pipe).errors())
                .containsExactly(
                        pipe + ": is a pipe or a device; the configuration must be a regular file (named by agent"
                                + " argument)");
    }

    @Test
    void fileThatIsTooLargeIsRefusedUnread() throws IOException {
        Path file = file("# 0123456789\n".repeat(1 << 17));

        assertThat(load("config=" + file).errors())
                .containsExactly(
                        file + ": is larger than 1024k, which no configuration is; name a properties file (named by"
                                + " agent argument)");
    }

    @Test
    void binaryFileCostsOneLine() throws IOException {
        Path file = Files.write(directory.resolve("binary"), new byte[] {'a', '=', 0, 1, '\n', 'b', '=', 2});

        assertThat(load("config=" + file).errors())
                .containsExactly(file + ": is not a text file; name a properties file (named by agent argument)");
    }

    @Test
    void fileFullOfErrorsCostsAFewLinesAndACount() throws IOException {
        Path file = file("unsinn=1\n".repeat(5_000));

        Configuration configuration = load("config=" + file);

        assertThat(configuration.errors()).hasSize(11).last().isEqualTo("and 4990 more of this kind");
        assertThat(configuration.warnings()).hasSize(11).last().isEqualTo("and 4989 more of this kind");
    }

    @Test
    void keyThatStandsTwiceInOnePlaceIsMentionedAndTheLaterValueHolds() throws IOException {
        Path file = file("profile = full\nring = true\nprofile = states\n");
        environment.put("OMPT_RING", "false");

        Configuration inFile = load("config=" + file);
        Configuration inArguments = load("quiet=true,ring=true,quiet=false");

        assertThat(inFile.errors()).isEmpty();
        assertThat(inFile.text(ConfigKey.PROFILE)).isEqualTo("states");
        assertThat(inFile.warnings())
                .containsExactly(file + ":3: profile is set to \"states\" here and to \"full\" before (" + file
                        + ":1); this one is used; remove the other");
        assertThat(inArguments.warnings())
                .containsExactly(
                        "agent argument: quiet is set to \"false\" here and to \"true\" before (agent argument); this"
                                + " one is used; remove the other");
    }

    @Test
    void everyPlaceholderThatIsDocumentedIsKnown() {
        assertThat(load("output=%m-%p-%h-%t-100%%.ompt").errors()).isEmpty();
    }

    @Test
    void missingFileNamesWorkingDirectoryAndWhoAskedForIt() {
        assertThat(load("config=no-such.properties").errors())
                .containsExactly("no-such.properties: there is no such configuration file; the working directory is "
                        + System.getProperty("user.dir") + " (named by agent argument)");
    }

    @Test
    void directoryIsNoFile() {
        assertThat(load("config=" + directory).errors())
                .containsExactly(directory + ": is a directory, not a configuration file (named by agent argument)");
    }

    @Test
    void fileCannotNameAnotherFile() throws IOException {
        Path file = file("config=other\n");

        assertThat(load("config=" + file).errors())
                .containsExactly(file + ":1: config: a configuration file cannot name another one");
    }

    @Test
    void mutexDetailFollowsTheProfileUnlessSet() {
        assertThat(load("profile=full").value(ConfigKey.MUTEX_DETAIL))
                .isEqualTo(new Setting(ConfigKey.MUTEX_DETAIL.key(), "full", "default with profile=full"));
        assertThat(load("profile=default").text(ConfigKey.MUTEX_DETAIL)).isEqualTo("contended");
        assertThat(load("profile=states").text(ConfigKey.MUTEX_DETAIL)).isEqualTo("off");
        assertThat(load("profile=full,mutex.detail=off").text(ConfigKey.MUTEX_DETAIL))
                .isEqualTo("off");
    }

    @Test
    void throttlingFollowsTheProfileUnlessSet() {
        RunSettings.Throttle usual = new RunSettings.Throttle(10_000, 10_000);
        assertThat(load("profile=full").settings().throttle()).isNull();
        assertThat(load("profile=default").settings().throttle()).isEqualTo(usual);
        assertThat(load("mutex.detail=full").settings().throttle()).isEqualTo(usual);
        assertThat(load("throttle=off").settings().throttle()).isNull();
        assertThat(load("profile=full,throttle=500/1ms").settings().throttle())
                .isEqualTo(new RunSettings.Throttle(500, 1_000_000));
    }

    @Test
    void keyOfAnEarlierVersionIsAnErrorInTheEnvironmentToo() {
        environment.put("OMPT_DEFINE_LOCK", "a.B.c/d");

        assertThat(load(null).errors())
                .containsExactly("environment variable OMPT_DEFINE_LOCK: the key define.lock no longer exists; write"
                        + " define=lock:...");
    }

    @Test
    void defaultsOfTheTableAreThoseOfSettingsThatNobodyGave() {
        Map<String, String> asUsual = Map.of("throttle", "auto", "tool", "trace", "native", "auto");

        assertThat(load(null).settings()).isEqualTo(SettingsText.parse(asUsual));
    }

    @Test
    void whatARunShowsOfItsSettingsIsReadAsTheSameSettings() {
        for (ConfigKey key : ConfigKey.values()) {
            if (key != ConfigKey.CONFIG) {
                Configuration configuration = load(key.example());
                assertThat(SettingsText.parse(configuration.asMap()))
                        .as(key.example())
                        .isEqualTo(configuration.settings());
            }
        }
    }

    @Test
    void tableOfTheReadmeIsShort() {
        assertThat(Arrays.stream(ConfigKey.values()).filter(key -> !key.isForExperts()))
                .hasSizeLessThanOrEqualTo(15);
    }

    @Test
    void variableThatLooksLikeATypingErrorIsMentionedAndOthersAreNot() {
        environment.put("OMPT_PROFLE", "full");
        environment.put("OMPT_TEST_JDKS", "/jdk");

        Configuration configuration = load(null);

        assertThat(configuration.errors()).isEmpty();
        assertThat(configuration.warnings())
                .containsExactly("environment variable OMPT_PROFLE is no setting and has no effect; the nearest is"
                        + " OMPT_PROFILE");
    }

    @Test
    void emptyVariableIsUnset() {
        environment.put("OMPT_PROFILE", "");

        assertThat(load(null).errors()).isEmpty();
    }

    @Test
    void unknownSystemPropertyOfOursIsAnError() {
        properties.put("ompt4j.quite", "true");

        assertThat(load(null).errors())
                .containsExactly("system property ompt4j.quite: unknown key \"quite\"; the nearest is \"quiet\"");
    }

    @Test
    void windowsPathsBlanksCommasAndOtherLettersSurviveInArgumentsAndFile() throws IOException {
        Path file = file("output = C:\\temp\\new runs\\Größe,1.ompt\n");

        assertThat(load("config=" + file).text(ConfigKey.OUTPUT)).isEqualTo("C:\\temp\\new runs\\Größe,1.ompt");
        assertThat(load("ring=true,output=[C:\\temp\\a,b Größe.ompt],quiet=true")
                        .asMap())
                .containsEntry("output", "C:\\temp\\a,b Größe.ompt")
                .containsEntry("ring", "true")
                .containsEntry("quiet", "true");
    }

    @Test
    void fileThatIsNoUtf8IsReadAsLatin1() throws IOException {
        Path file = file("output=Größe.ompt", StandardCharsets.ISO_8859_1);

        assertThat(load("config=" + file).text(ConfigKey.OUTPUT)).isEqualTo("Größe.ompt");
    }

    @Test
    void theCommentedFileSetsNothingAndEveryDefaultInItIsValid() throws IOException {
        String text = ConfigText.commentedFile();
        Path asWritten = file(text);

        assertThat(load("config=" + asWritten).value(ConfigKey.OUTPUT).source()).isEqualTo("default");

        Path uncommented = file(text.replaceAll("(?m)^#([a-z.-]+=.+)$", "$1"));
        Configuration configuration = load("config=" + uncommented);
        assertThat(configuration.errors()).isEmpty();
        assertThat(configuration.value(ConfigKey.OUTPUT).source()).startsWith(uncommented + ":");
    }

    @ParameterizedTest
    @EnumSource(ConfigKey.class)
    void theExampleOfEveryKeyIsValid(ConfigKey key) {
        String example = key.example();
        if (key != ConfigKey.CONFIG) {
            Configuration configuration = load(example);
            assertThat(configuration.errors()).isEmpty();
            assertThat(configuration.value(key).source()).isEqualTo("agent argument");
        }
    }

    /** The command that attaches the agent runs in another directory than the program. */
    @Test
    void outputOfAnAttachedAgentIsAbsolute() {
        Setting output =
                ConfigurationLoader.loadForAttached("output=new/%p.ompt").value(ConfigKey.OUTPUT);

        assertThat(output.text()).endsWith("/new/%p.ompt");
        assertThat(Path.of(output.text())).isAbsolute();
        assertThat(output.source()).isEqualTo("agent argument");
    }

    private Configuration load(String arguments) {
        return ConfigurationLoader.load(arguments, environment, properties);
    }

    private Path file(String text) throws IOException {
        return file(text, StandardCharsets.UTF_8);
    }

    private Path file(String text, Charset charset) throws IOException {
        return Files.writeString(directory.resolve("ömpt settings.properties"), text, charset);
    }
}
