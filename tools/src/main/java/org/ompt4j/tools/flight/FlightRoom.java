package org.ompt4j.tools.flight;

import java.io.File;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The room for what the Flight Recorder writes. It writes to a directory of its own, the repository, and at the end of the run copies all of that
 * to the file of the samples. If the disk of the repository is full, the Flight Recorder ends the JVM; if it cannot write the file of the samples,
 * it prints to the program's standard output.
 *
 * <p>Thread safety: immutable.
 */
final class FlightRoom {
    /** More than the Flight Recorder writes between two checks. */
    static final long LEAST_BYTES = 16 << 20;

    private static final String REPOSITORY = "jdk.jfr.repository";

    private final File samples;
    private final Supplier<@Nullable File> repository;
    private final ToLongFunction<File> freeBytes;

    FlightRoom(File samples) {
        this(samples, FlightRoom::knownRepository, FlightRoom::freeBytes);
    }

    /**
     * Creates the room for a recording.
     *
     * @param samples the file of the samples
     * @param repository the directory that the Flight Recorder writes to; null if it is not known
     * @param freeBytes how many bytes can be written to the disk of a directory
     */
    FlightRoom(File samples, Supplier<@Nullable File> repository, ToLongFunction<File> freeBytes) {
        this.samples = samples;
        this.repository = repository;
        this.freeBytes = freeBytes;
    }

    /** Why the Flight Recorder must not write any more, in words for the user; empty if it may. */
    String lack() {
        File directory = repository.get();
        if (directory == null) {
            return lackAt(samples.getAbsoluteFile().getParentFile(), LEAST_BYTES);
        }
        String lack = lackAt(directory, LEAST_BYTES);
        return lack.isEmpty()
                ? lackAt(samples.getAbsoluteFile().getParentFile(), LEAST_BYTES + bytesIn(directory))
                : lack;
    }

    private String lackAt(File directory, long needed) {
        if (!directory.isDirectory()) {
            return "the Flight Recorder writes to " + directory + ", which is not there any more";
        }
        return freeBytes.applyAsLong(directory) < needed
                ? "the Flight Recorder would fill the disk of " + directory + ", which has less than " + (needed >> 20)
                        + "m left"
                : "";
    }

    private static long bytesIn(File directory) {
        long bytes = 0;
        File[] files = directory.listFiles();
        for (File each : files == null ? new File[0] : files) {
            bytes += each.length();
        }
        return bytes;
    }

    /**
     * The directory that the Flight Recorder has told. Before it has recorded anything: the temporary directory, in which it then creates one,
     * unless an option of the JVM names another.
     */
    private static @Nullable File knownRepository() {
        String told = System.getProperty(REPOSITORY);
        if (told != null) {
            return new File(told);
        }
        File temporary = new File(System.getProperty("java.io.tmpdir", ""));
        return temporary.isDirectory() && !isNamedByOption() ? temporary : null;
    }

    private static boolean isNamedByOption() {
        StringBuilder options = new StringBuilder();
        for (String each : ProcessHandle.current().info().arguments().orElse(new String[0])) {
            options.append(each);
        }
        for (String each : new String[] {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"}) {
            options.append(System.getenv(each));
        }
        return options.indexOf("repository=") >= 0;
    }

    /** Some file systems in memory tell no sizes: these count as unlimited. */
    private static long freeBytes(File directory) {
        return directory.getTotalSpace() == 0 ? Long.MAX_VALUE : directory.getUsableSpace();
    }
}
