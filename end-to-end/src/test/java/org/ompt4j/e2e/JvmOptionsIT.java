package org.ompt4j.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.company.EverythingApp;

/** Collectors, compilers, heaps and processors: what is observed does not depend on them. */
@Order(2)
class JvmOptionsIT {

    /** All of the agent, of the program and of what the agent rewrites for it is compiled before it runs. */
    private static final String COMPILED = "-Xcomp -XX:CompileCommand=quiet"
            + " -XX:CompileCommand=compileonly,org.ompt4j.*::* -XX:CompileCommand=compileonly,java.util.concurrent.*::*"
            + " -XX:CompileCommand=compileonly,java.util.stream.*::* -XX:CompileCommand=compileonly,java.lang.Thread*::*";

    private static final List<String> EVERYWHERE = List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseZGC",
            "-Xint",
            COMPILED,
            "-XX:TieredStopAtLevel=1",
            "-XX:ActiveProcessorCount=1 -Djava.util.concurrent.ForkJoinPool.common.parallelism=1",
            "-XX:-UseCompressedOops",
            "-Xmx16m",
            "-Xshare:off",
            "-XX:+UnlockDiagnosticVMOptions -XX:+BytecodeVerificationLocal");

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

        // What the program does depends on none of them either.
        run.judge(app.plain());
        Everything.isIn(run);
    }
}
