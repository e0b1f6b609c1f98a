package org.ompt4j.bench.programs;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/**
 * A program that runs rounds of one workload on request, so that JVMs can take turns. {@code Steady PROGRAM} reads numbers from its standard input,
 * one in each line, and runs so many rounds. It prints how many milliseconds each of them took, by the wall clock and in processor time. Processor
 * time is that of the whole JVM, including the agent's threads, the JIT and the garbage collector, with a resolution of 10 ms. The output of the
 * workload is discarded.
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
