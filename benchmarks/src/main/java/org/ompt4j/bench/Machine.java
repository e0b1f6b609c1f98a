package org.ompt4j.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine on which is measured, and its load. */
final class Machine {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final long LOOK_MILLIS = 100;

    private Machine() {}

    static String describe() throws IOException {
        return "%d processors%s, %d GB, %s %s (%s)"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        processor(),
                        Math.round(SYSTEM.getTotalMemorySize() / 1e9),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch"));
    }

    private static String processor() throws IOException {
        if (!Files.isReadable(PROCESSORS)) {
            return "";
        }
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(each -> each.startsWith("model name"))
                    .findFirst()
                    .map(each -> " (" + each.substring(each.indexOf(':') + 1).strip() + ")")
                    .orElse("");
        }
    }

    /** The number of processors that are busy while nothing is measured. */
    static double busyProcessors() throws InterruptedException {
        SYSTEM.getCpuLoad();
        Thread.sleep(LOOK_MILLIS);
        return Math.max(0, SYSTEM.getCpuLoad()) * Runtime.getRuntime().availableProcessors();
    }

    /** The version and the vendor of a JDK. */
    static String version(Path java) throws IOException, InterruptedException {
        return property(java, "java.runtime.version") + " (" + property(java, "java.vm.vendor") + ")";
    }

    static int featureVersion(Path java) throws IOException, InterruptedException {
        return Integer.parseInt(property(java, "java.vm.specification.version"));
    }

    private static String property(Path java, String key) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(java.toString(), "-XshowSettings:properties", "-version")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text.lines()
                .map(String::strip)
                .filter(each -> each.startsWith(key + " = "))
                .findFirst()
                .map(each -> each.substring(key.length() + 3))
                .orElseThrow(() -> new IOException(java + " does not say its " + key + "; is it a JDK?"));
    }
}
