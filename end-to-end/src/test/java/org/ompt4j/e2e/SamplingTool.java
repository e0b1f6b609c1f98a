package org.ompt4j.e2e;

import java.io.IOException;
import java.nio.file.Path;

/** The source of a tool that reads the states of all threads a thousand times a second. */
final class SamplingTool {
    /** The file in the program's working directory with the samples, seven longs each. */
    static final String FILE = "samples";

    /** The file with the begins of threads, one line each: id, nanoseconds of {@link System#nanoTime}, name. */
    static final String THREADS_FILE = "threads-begun";

    private static final String SOURCE = """
            import java.io.BufferedOutputStream;
            import java.io.DataOutputStream;
            import java.io.FileOutputStream;
            import java.io.FileWriter;
            import java.io.PrintWriter;
            import java.util.concurrent.ConcurrentLinkedQueue;
            import java.util.concurrent.locks.LockSupport;
            import org.ompt4j.ompt.*;

            public final class SamplingTool implements OmptTool, OmptStartToolResult {
                private static final int LONGS = 7;
                private static final int MAX_SAMPLES = 1_000_000;
                private final ConcurrentLinkedQueue<String> begun = new ConcurrentLinkedQueue<>();
                private final long[] samples = new long[LONGS * MAX_SAMPLES];
                private int used;
                private int ticks;
                private volatile boolean stopped;
                private Thread sampler;
                private Ompt4jRuntime runtime;
                private OmptEntryPoint.All ompt;

                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    return this;
                }

                public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
                    runtime = (Ompt4jRuntime) lookup.lookup("ompt4j_runtime");
                    ompt = (OmptEntryPoint.All) lookup.lookup("ompt4j_entry_points");
                    if (!Boolean.getBoolean("sampling.alone")) {
                        ompt.on(OmptCallback.THREAD_BEGIN, this::threadBegin);
                    }
                    sampler = new Thread(this::sample, "ompt4j-sampler");
                    sampler.setDaemon(true);
                    sampler.start();
                    return 1;
                }

                private void threadBegin(ThreadType type, OmptData thread) {
                    begun.add(thread.id() + " " + ompt.getEventTime() + " " + Thread.currentThread().getName());
                }

                private void sample() {
                    long[] waitId = new long[1];
                    long[] taskId = new long[1];
                    long[] parallelId = new long[1];
                    long next = System.nanoTime();
                    while (!stopped && used + LONGS <= samples.length) {
                        for (OmptThread each : runtime.threads()) {
                            if (used + LONGS > samples.length) {
                                break;
                            }
                            int at = used;
                            samples[at] = System.nanoTime();
                            State state = ompt.getThreadState(each, waitId, taskId, parallelId);
                            samples[at + 1] = System.nanoTime();
                            samples[at + 2] = each.id();
                            samples[at + 3] = state.value();
                            samples[at + 4] = waitId[0];
                            samples[at + 5] = taskId[0];
                            samples[at + 6] = parallelId[0];
                            used = at + LONGS;
                        }
                        ticks++;
                        next = Math.max(next + 1_000_000, System.nanoTime());
                        LockSupport.parkNanos(next - System.nanoTime());
                    }
                }

                public void finalizeTool() {
                    stopped = true;
                    try {
                        sampler.join();
                        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream("samples")))) {
                            for (int i = 0; i < used; i++) {
                                out.writeLong(samples[i]);
                            }
                        }
                        try (PrintWriter out = new PrintWriter(new FileWriter("threads-begun"))) {
                            begun.forEach(out::println);
                        }
                        System.err.println("sampling-tool: ticks " + ticks);
                    } catch (Exception e) {
                        System.err.println("sampling-tool: " + e);
                    }
                }
            }
            """;

    /** A system property of the observed JVM: with it the tool registers no callback, so that nothing wants events. */
    private static final String ALONE = "sampling.alone";

    private SamplingTool() {}

    /** Compiles the tool. */
    static Path make(Path folder) throws IOException {
        return ToolJar.make("SamplingTool", SOURCE, folder.resolve("sampling-tool.jar"));
    }

    /** Adds the tool to a program; if {@code alone}, the tool registers no callback. */
    static AppRun in(AppRun program, Path tool, boolean alone) {
        return program.moreJvm("-D" + ALONE + "=" + alone).tools(tool);
    }
}
