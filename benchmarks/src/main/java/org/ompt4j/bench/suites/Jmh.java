package org.ompt4j.bench.suites;

import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs one JMH benchmark in this JVM, which has no other purpose: {@code Jmh CLASS.METHOD WARM_UPS ITERATIONS MILLIS} prints the score of each
 * iteration. JMH does not fork JVMs, since it cannot give them another environment.
 */
public final class Jmh {

    private Jmh() {}

    public static void main(String[] args) throws RunnerException {
        Options options = new OptionsBuilder()
                .include("\\." + args[0].replace(".", "\\.") + "$")
                .forks(0)
                .warmupIterations(Integer.parseInt(args[1]))
                .warmupTime(TimeValue.milliseconds(2 * Long.parseLong(args[3])))
                .measurementIterations(Integer.parseInt(args[2]))
                .measurementTime(TimeValue.milliseconds(Long.parseLong(args[3])))
                .verbosity(VerboseMode.SILENT)
                .build();
        RunResult result = new Runner(options).runSingle();
        System.out.println(result.getBenchmarkResults().iterator().next().getIterationResults().stream()
                .map(each -> "@score " + each.getPrimaryResult().getScore())
                .collect(Collectors.joining(System.lineSeparator())));
        // A benchmark's pool may have threads that are no daemons, which would keep the JVM alive.
        System.exit(0);
    }
}
