package org.ompt4j.bench;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The properties of a run that the page shows and the raw data do not contain; stored next to the raw data.
 *
 * @param revision of the sources
 * @param jdks full versions by feature version
 */
record RunInfo(String revision, String machine, boolean quick, Map<Integer, String> jdks) {
    private static final String JDK = "jdk.";

    /** The same run, continued with further JDKs. */
    RunInfo with(Map<Integer, String> furtherJdks) {
        Map<Integer, String> all = new TreeMap<>(furtherJdks);
        all.putAll(jdks);
        return new RunInfo(revision, machine, quick, all);
    }

    void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("revision", revision);
        properties.setProperty("machine", machine);
        properties.setProperty("quick", String.valueOf(quick));
        jdks.forEach((feature, version) -> properties.setProperty(JDK + feature, version));
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
    }

    static RunInfo read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        Map<Integer, String> jdks = new TreeMap<>();
        for (String each : properties.stringPropertyNames()) {
            if (each.startsWith(JDK)) {
                jdks.put(Integer.valueOf(each.substring(JDK.length())), properties.getProperty(each));
            }
        }
        return new RunInfo(
                properties.getProperty("revision", "unknown"),
                properties.getProperty("machine", "unknown"),
                Boolean.parseBoolean(properties.getProperty("quick")),
                jdks);
    }
}
