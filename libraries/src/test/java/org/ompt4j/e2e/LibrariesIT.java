package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.libraries.NettyApp;
import org.ompt4j.ompt.Event;

/** What docs/libraries.md says of a library is in the report of its program. */
class LibrariesIT {
    private static final Path PAGE = Path.of("..", "docs", "libraries.md");
    private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| `(\\w+)` \\| ([^|]+) \\|[^|]*\\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** What Spark's own launcher gives each JVM. */
    private static final List<String> OPENED =
            List.of("lang", "lang.invoke", "io", "net", "nio", "util", "util.concurrent");

    private record Row(String library, String program, List<String> shown) {
        @Override
        public String toString() {
            return library;
        }
    }

    static Stream<Arguments> runs() throws IOException {
        List<Row> rows = rows();
        assertThat(rows).hasSizeGreaterThan(10);
        return rows.stream().flatMap(row -> Jdks.all().stream().map(jdk -> Arguments.of(row, jdk)));
    }

    private static List<Row> rows() throws IOException {
        return ROW.matcher(Files.readString(PAGE))
                .results()
                .map(row -> new Row(row.group(1), row.group(2), wordsIn(row.group(3))))
                .collect(Collectors.toList());
    }

    private static List<String> wordsIn(String text) {
        return CODE.matcher(text).results().map(LibrariesIT::word).collect(Collectors.toList());
    }

    private static String word(MatchResult code) {
        return code.group(1);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("runs")
    void reportShowsWhatThePageSays(Row row, Jdk jdk) throws Exception {
        Class<?> program = Class.forName("org.ompt4j.libraries." + row.program());
        ObservedRun run = AppRun.of(program).on(jdk).jvm(options()).observed();

        RunOutput report = CommandLineRun.run(
                jdk, "report", "--top", "100", run.traceFile().toString());

        assertThat(report.exitCode()).as(report.stderr()).isZero();
        assertThat(report.stdout()).contains(row.shown());
    }

    /** Each message makes the channel of the server ready once, and that of the client. */
    @OnEveryJdk
    void whatAnEventLoopDoesForAChannelIsATaskWhereThatIsAskedFor(Jdk jdk) throws Exception {
        ObservedRun run =
                AppRun.of(NettyApp.class).on(jdk).with("define", "netty").observed();

        Map<String, Long> tasks = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .collect(Collectors.groupingBy(each -> run.trace().body(each.body()), Collectors.counting()));

        assertThat(tasks.get("io.netty.channel.nio.NioIoHandler.processSelectedKey"))
                .isGreaterThanOrEqualTo(2 * NettyApp.MESSAGES);
        assertThat(tasks).containsKey("io.netty.util.concurrent.AbstractEventExecutor.runTask");
    }

    private static String[] options() {
        return OPENED.stream()
                .map(each -> "--add-opens=java.base/java." + each + "=ALL-UNNAMED")
                .toArray(String[]::new);
    }
}
