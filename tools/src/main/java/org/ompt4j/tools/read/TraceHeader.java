package org.ompt4j.tools.read;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.RunSettings;

/**
 * What a trace tells about its run.
 *
 * @param formatVersion version of the file format
 * @param tool {@code trace} or {@code sample}
 * @param startedAt wall-clock time of time 0
 * @param commandLine the observed JVM's command line, passwords masked
 * @param configuration the effective configuration, key to value, with the keys of the configuration file
 * @param settings the settings in the configuration
 * @param notObserved what the agent could not observe, or was configured not to observe, one sentence each
 * @param classScan the constructs that the program's classes use and that were not observed; empty in traces of older versions
 */
public record TraceHeader(
        int formatVersion,
        String agentVersion,
        String tool,
        Instant startedAt,
        String host,
        long pid,
        String javaVersion,
        String jvmName,
        int availableProcessors,
        List<String> commandLine,
        Map<String, String> configuration,
        RunSettings settings,
        List<String> notObserved,
        ClassScan classScan) {

    /** What distinguishes a run from all others, whatever its file is called. */
    public record Identity(String host, long pid, Instant startedAt) {}

    /** Traces with the same identity are of the same run. */
    public Identity identity() {
        return new Identity(host, pid, startedAt);
    }

    /** Whether an option tells the JVM how many processors it has: the threads may have had other ones. */
    public boolean isToldProcessors() {
        return commandLine.stream().anyMatch(each -> each.startsWith("-XX:ActiveProcessorCount="));
    }
}
