package org.ompt4j.tools.trace;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;

/** Commands of the jar, to be copied to a shell: what reads a trace, and what goes on with a process. */
public final class ReadingHint {
    private static final String JAR = "ompt-agent.jar";

    private static final String AGENT = "org.ompt4j.agent.OmptAgent";

    /** What no shell treats specially, besides letters and digits. */
    private static final String PLAIN = "/._-+:=,@%";

    private static final String PAGE = ".html";

    private static final int DELETE = 0x7f;

    private ReadingHint() {}

    /** What prints its report. */
    public static String of(File trace) {
        return report() + quoted(trace.getPath());
    }

    /** What prints a report, with a word that stands for the trace. */
    public static String of(String word) {
        return report() + word;
    }

    /** What writes it as a page for a browser, beside the trace. */
    public static String ofPage(File trace) {
        return report() + "--html " + quoted(trace.getPath() + PAGE) + ' ' + quoted(trace.getPath());
    }

    /** Where {@link #ofPage} has the page. */
    public static Path page(Path trace) {
        return Path.of(trace + PAGE);
    }

    /** Where the page is that leads to those of several traces, of which this is the first. */
    public static Path jointPage(Path trace) {
        return Path.of(trace + ".all" + PAGE);
    }

    /** What has a process observed, with these settings. */
    public static String ofAttach(long pid, String settings) {
        return jarCommand() + "attach " + pid + ' ' + settings;
    }

    /** What ends that a process is observed. */
    public static String ofDetach(long pid) {
        return jarCommand() + "detach " + pid;
    }

    private static String report() {
        return jarCommand() + "report ";
    }

    private static String jarCommand() {
        return "java -jar " + quoted(jar()) + ' ';
    }

    /** The jar that the agent came from; its usual name where it came from no jar. */
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

    /** Of this class, or where that lies in the bootstrap loader, which knows of none, of the class by which the JVM enters the agent. */
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

    /** For the shell of Windows, where no path has a double quote in it. */
    private static String inDoubleQuotes(String path) {
        return isPlain(path.replace('\\', '/')) ? path : '"' + path + '"';
    }

    /** A word that the shell takes as it is, and that neither the command takes for an option nor {@code java} for a file of arguments. */
    static String forShell(String path) {
        String word = path.startsWith("-") || path.startsWith("@") ? "./" + path : path;
        if (isPlain(word)) {
            return word;
        }
        // The line that this becomes part of shows no character that a terminal would obey.
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

    /** What bash, ksh, zsh and POSIX of 2024 read in {@code $'...'}. */
    private static String inBytes(String word) {
        StringBuilder quoted = new StringBuilder("$'");
        for (byte each : word.getBytes(StandardCharsets.UTF_8)) {
            if (each > ' ' && each < DELETE && each != '\'' && each != '\\') {
                quoted.append((char) each);
            } else {
                // Three digits: what follows is never taken for one more.
                quoted.append('\\').append(each >> 6 & 3).append(each >> 3 & 7).append(each & 7);
            }
        }
        return quoted.append('\'').toString();
    }
}
