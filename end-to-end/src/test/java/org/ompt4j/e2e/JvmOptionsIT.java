package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.agent.DirectMemoryApp;
import org.ompt4j.apps.company.EverythingApp;

/** The observed events do not depend on the JVM's garbage collector, compiler, heap or processors. */
@Order(2)
class JvmOptionsIT {

    /** Compiles hooks, the program, and the classes of the JDK that the agent rewrites before they run. */
    private static final String COMPILED = JvmMonitorsIT.COMPILED
            + " -XX:CompileCommand=compileonly,java.util.concurrent.*::*"
            + " -XX:CompileCommand=compileonly,java.util.stream.*::* -XX:CompileCommand=compileonly,java.lang.Thread*::*";

    /** Options that do not concern compilers are tested with the first compiler only, as in most tests. */
    private static final String BRIEF = ForkedJvm.BRIEF + " ";

    private static final List<String> EVERYWHERE = List.of(
            BRIEF + "-XX:+UseSerialGC",
            BRIEF + "-XX:+UseZGC",
            "-Xint",
            COMPILED,
            "-XX:ActiveProcessorCount=1 -Djava.util.concurrent.ForkJoinPool.common.parallelism=1",
            BRIEF + "-XX:-UseCompressedOops",
            BRIEF + "-Xmx16m",
            BRIEF + "-Xshare:off",
            BRIEF + "-XX:+UnlockDiagnosticVMOptions -XX:+BytecodeVerificationLocal");

    private static final int COMPACT_HEADERS_SINCE = 25;

    static Stream<Arguments> options() {
        List<Arguments> all = new ArrayList<>();
        for (Jdk jdk : Jdks.all()) {
            EVERYWHERE.forEach(each -> all.add(Arguments.of(jdk, each)));
            if (jdk.major() >= COMPACT_HEADERS_SINCE) {
                all.add(Arguments.of(jdk, "-XX:+UseCompactObjectHeaders"));
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("options")
    void everythingIsObserved(Jdk jdk, String options) {
        AppRun app = AppRun.of(EverythingApp.class).on(jdk);

        ObservedRun run = app.jvm(options.split(" ")).profile(Profile.FULL).observedUnjudged();

        // The results of the program do not depend on the options either.
        run.judge(app.plain());
        Everything.isIn(run);
    }

    /** Each thread that writes to a channel keeps some of it on JDK 17. */
    @OnEveryJdk
    void directMemoryIsTheProgramsAlone(Jdk jdk) {
        ObservedRun run = AppRun.of(DirectMemoryApp.class)
                .on(jdk)
                .jvm("-XX:MaxDirectMemorySize=" + DirectMemoryApp.BYTES)
                .profile(Profile.FULL)
                .observed();

        assertThat(run.output().stdout()).contains("taken: " + DirectMemoryApp.BYTES);
    }

    @OnEveryJdk
    void jvmWithoutDirectMemoryHasATraceAllTheSame(Jdk jdk) throws Exception {
        ObservedRun run = AppRun.of(DirectMemoryApp.class)
                .on(jdk)
                .jvm("-XX:MaxDirectMemorySize=1k")
                .profile(Profile.FULL)
                .observedUnjudged();

        assertThat(run.output().exitCode()).isEqualTo(1);
        assertThat(ObservedRun.traceFiles(run.directory())).hasSize(1);
    }
}
