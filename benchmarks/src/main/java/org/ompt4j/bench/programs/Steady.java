package org.ompt4j.bench.programs;

import com.sun.management.OperatingSystemMXBean;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;

/**
 * A program in its steady state: {@code Steady PROGRAM WARM_UP ROUNDS} does rounds of one workload, the first WARM_UP of which only warm
 * up, and says how many milliseconds each of the others took by the wall clock, and how many milliseconds of processor time all of them
 * together, by round. Processor time is that of the whole JVM, the agent's threads, the JIT and the collector too, and is known in steps
 * of 10 ms only. What the workload itself prints is thrown away.
 */
public final class Steady {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private Steady() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        try (Workload workload = Workloads.byId(args[0])) {
            workload.round();
            out.println("@begun");
            int warmUp = Integer.parseInt(args[1]);
            for (int i = 1; i < warmUp; i++) {
                workload.round();
            }
            measure(workload, Integer.parseInt(args[2]), out);
        }
    }

    private static void measure(Workload workload, int rounds, PrintStream out) throws Exception {
        double[] millis = new double[rounds];
        long processor = SYSTEM.getProcessCpuTime();
        for (int i = 0; i < rounds; i++) {
            long begin = System.nanoTime();
            workload.round();
            millis[i] = (System.nanoTime() - begin) / NANOS_PER_MILLI;
        }
        processor = SYSTEM.getProcessCpuTime() - processor;
        for (double each : millis) {
            out.println("@wall " + each);
        }
        out.println("@cpu " + processor / NANOS_PER_MILLI / rounds);
    }
}
