package org.ompt4j.bench.programs;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/**
 * A program that does rounds of one workload when it is told to: {@code Steady PROGRAM} reads numbers from its standard input, a line
 * each, and does so many rounds. It answers with how many milliseconds one of them took, by the wall clock and of the processors' time.
 * Processor time is that of the whole JVM, the agent's threads, the JIT and the collector too, and is known in steps of 10 ms only. What the
 * workload itself prints is thrown away.
 *
 * <p>So JVMs can take turns, round by round.
 */
public final class Steady {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private Steady() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        try (Workload workload = Workloads.byId(args[0])) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                measure(workload, Integer.parseInt(line.strip()), out);
            }
        }
    }

    private static void measure(Workload workload, int rounds, PrintStream out) throws Exception {
        long processor = SYSTEM.getProcessCpuTime();
        long begin = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            workload.round();
        }
        long end = System.nanoTime();
        processor = SYSTEM.getProcessCpuTime() - processor;
        out.println(
                "@wall " + (end - begin) / NANOS_PER_MILLI / rounds + " @cpu " + processor / NANOS_PER_MILLI / rounds);
        out.flush();
    }
}
