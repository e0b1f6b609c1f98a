package org.ompt4j.tools.trace;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;

/** Commands of the agent's jar to be copied to a shell: to read a trace, or to attach to a process or detach from it. */
public final class ReadingHint {
    private static final String JAR = "ompt-agent.jar";

    private static final String AGENT = "org.ompt4j.agent.OmptAgent";

    /** The characters besides letters and digits that no shell treats specially. */
    private static final String PLAIN = "/._-+:=,@%";

    private static final String PAGE = ".html";

    private static final int DELETE = 0x7f;

    private ReadingHint() {}

    /** The command that prints the report on a trace. */
    public static String of(File trace) {
        return report() + quoted(trace.getPath());
    }

    /** The command that prints a report, with a word that stands for the trace. */
    public static String of(String word) {
        return report() + word;
    }

    /** The command that writes the report as a page for a browser, beside the trace. */
    public static String ofPage(File trace) {
        return report() + "--html " + quoted(trace.getPath() + PAGE) + ' ' + quoted(trace.getPath());
    }

    /** The file that the command of {@link #ofPage} writes. */
    public static Path page(Path trace) {
        return Path.of(trace + PAGE);
    }

    /** The file of the joint page that links to the pages of several traces, of which this is the first. */
    public static Path jointPage(Path trace) {
        return Path.of(trace + ".all" + PAGE);
    }

    /** The command that attaches the agent to a process, with these settings. */
    public static String ofAttach(long pid, String settings) {
        return jarCommand() + "attach " + pid + ' ' + settings;
    }

    /** The command that detaches the agent from a process. */
    public static String ofDetach(long pid) {
        return jarCommand() + "detach " + pid;
    }

    private static String report() {
        return jarCommand() + "report ";
    }

    private static String jarCommand() {
        return "java -jar " + quoted(jar()) + ' ';
    }

    /** The jar from which the agent was loaded; its usual name if it was not loaded from a jar. */
    private static String jar() {
        CodeSource source = origin();
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

    /** The code source of this class. The bootstrap loader has none; then that of the class by which the JVM starts the agent. */
    private static @Nullable CodeSource origin() {
        Class<?> type = ReadingHint.class;
        if (type.getClassLoader() == null) {
            try {
                type = Class.forName(AGENT, false, ClassLoader.getSystemClassLoader());
            } catch (ClassNotFoundException notWithTheProgram) {
                return null;
            }
        }
        return type.getProtectionDomain().getCodeSource();
    }

    private static String quoted(String path) {
        return File.separatorChar == '\\' ? inDoubleQuotes(path) : forShell(path);
    }

    /** The path for the shell of Windows, on which no path contains a double quote. */
    private static String inDoubleQuotes(String path) {
        return isPlain(path.replace('\\', '/')) ? path : '"' + path + '"';
    }

    /** The path quoted for the shell, so that neither the command takes it for an option nor {@code java} for an argument file. */
    static String forShell(String path) {
        String word = path.startsWith("-") || path.startsWith("@") ? "./" + path : path;
        if (isPlain(word)) {
            return word;
        }
        // The line must not contain control characters, which a terminal would interpret.
        return OneLine.of(word).equals(word) ? "'" + word.replace("'", "'\\''") + "'" : inBytes(word);
    }

    private static boolean isPlain(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') && PLAIN.indexOf(c) < 0) {
                return false;
            }
        }
        return !word.isEmpty();
    }

    /** The word in the form {@code $'...'} with escapes, which bash, ksh, zsh and POSIX of 2024 understand. */
    private static String inBytes(String word) {
        StringBuilder quoted = new StringBuilder("$'");
        for (byte each : word.getBytes(StandardCharsets.UTF_8)) {
            if (each > ' ' && each < DELETE && each != '\'' && each != '\\') {
                quoted.append((char) each);
            } else {
                // Three octal digits, so that a digit that follows is not taken for a part of the escape.
                quoted.append('\\').append(each >> 6 & 3).append(each >> 3 & 7).append(each & 7);
            }
        }
        return quoted.append('\'').toString();
    }
}
