package org.ompt4j.tools.trace;

import java.io.File;
import java.net.URISyntaxException;
import java.security.CodeSource;

/** The command that reads a trace, to be copied to a shell. */
final class ReadingHint {
    private static final String JAR = "ompt-agent.jar";

    private ReadingHint() {}

    static String of(File trace) {
        return "java -jar " + quoted(jar()) + " report " + quoted(trace.getPath());
    }

    /** The jar that this class came from; its usual name where it came from no jar. */
    private static String jar() {
        CodeSource source = ReadingHint.class.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return JAR;
        }
        try {
            String path = new File(source.getLocation().toURI()).getPath();
            return path.endsWith(".jar") ? path : JAR;
        } catch (URISyntaxException | IllegalArgumentException noFile) {
            return JAR;
        }
    }

    private static String quoted(String path) {
        return path.indexOf(' ') < 0 ? path : '"' + path + '"';
    }
}
