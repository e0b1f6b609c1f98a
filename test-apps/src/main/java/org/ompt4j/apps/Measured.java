package org.ompt4j.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What a program knows of itself by its own clock: names and nanoseconds, which it writes to a file of its directory.
 *
 * <p>Thread safety: any thread, but that {@link #write} comes last.
 */
public final class Measured {
    private static final Path FILE = Path.of("measured");

    /** One that threads need not wait for. */
    private final NavigableMap<String, Long> nanos = new ConcurrentSkipListMap<>();

    /** A reading of the clock, or a time. */
    public void put(String name, long value) {
        nanos.put(name, value);
    }

    /** Adds to the time of this name. */
    public void add(String name, long more) {
        nanos.merge(name, more, Long::sum);
    }

    /** Reads the clock. */
    public void now(String name) {
        nanos.put(name, System.nanoTime());
    }

    /** Reads the clock; of several threads the first one's reading is kept. */
    public void nowUnlessRead(String name) {
        nanos.putIfAbsent(name, System.nanoTime());
    }

    /** From one reading of the clock to another. */
    public long between(String from, String to) {
        return nanos.get(to) - nanos.get(from);
    }

    /** Writes all to the file. */
    public void write() throws IOException {
        StringBuilder lines = new StringBuilder();
        nanos.forEach(
                (name, value) -> lines.append(name).append('\t').append(value).append('\n'));
        Files.writeString(FILE, lines);
    }

    /** What a program that ran in this directory has written. */
    public static Map<String, Long> read(Path directory) throws IOException {
        Map<String, Long> read = new HashMap<>();
        for (String line : Files.readAllLines(directory.resolve(FILE))) {
            String[] parts = line.split("\t");
            read.put(parts[0], Long.valueOf(parts[1]));
        }
        return read;
    }
}
