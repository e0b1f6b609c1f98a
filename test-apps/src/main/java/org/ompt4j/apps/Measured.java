package org.ompt4j.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Measurements that a program makes with its own clock: names and nanoseconds, which it writes to a file in its directory.
 *
 * <p>Thread safety: any thread, except that {@link #write} has to be the last call.
 */
public final class Measured {
    private static final Path FILE = Path.of("measured");

    /** Threads that measure waits must not wait for each other at this map: its methods do not block. */
    private final NavigableMap<String, Long> nanos = new ConcurrentSkipListMap<>();

    /** Stores a reading of the clock, or a duration, in nanoseconds. */
    public void put(String name, long value) {
        nanos.put(name, value);
    }

    /** Adds nanoseconds to the duration of this name. */
    public void add(String name, long more) {
        nanos.merge(name, more, Long::sum);
    }

    /** Stores the present time; an earlier reading of this name is replaced. */
    public void now(String name) {
        nanos.put(name, System.nanoTime());
    }

    /** Stores the present time unless there is a reading of this name. */
    public void nowUnlessRead(String name) {
        nanos.putIfAbsent(name, System.nanoTime());
    }

    /** The reading of the clock, or the duration, of this name, in nanoseconds. */
    public long get(String name) {
        return nanos.get(name);
    }

    /** The time from one reading of the clock to another, in nanoseconds. */
    public long between(String from, String to) {
        return get(to) - get(from);
    }

    /** Writes all measurements to the file {@code measured} in the working directory. */
    public void write() throws IOException {
        StringBuilder lines = new StringBuilder();
        nanos.forEach(
                (name, value) -> lines.append(name).append('\t').append(value).append('\n'));
        Files.writeString(FILE, lines);
    }

    /** The measurements of a program that ran in this directory. */
    public static Map<String, Long> read(Path directory) throws IOException {
        Map<String, Long> read = new HashMap<>();
        for (String line : Files.readAllLines(directory.resolve(FILE))) {
            String[] parts = line.split("\t");
            read.put(parts[0], Long.valueOf(parts[1]));
        }
        return read;
    }
}
