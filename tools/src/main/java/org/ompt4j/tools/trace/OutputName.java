package org.ompt4j.tools.trace;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of output files with placeholders: a percent sign and a letter that stand for a property of the run. */
public final class OutputName {
    private static final String LETTERS = "mpht%";

    private OutputName() {}

    /** The first unknown placeholder in the name, with its percent sign; null if there is none. */
    public static @Nullable String unknownPlaceholder(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == '%') {
                i++;
                if (i == pattern.length() || LETTERS.indexOf(pattern.charAt(i)) < 0) {
                    return pattern.substring(i - 1, Math.min(i + 1, pattern.length()));
                }
            }
        }
        return null;
    }

    /** A pattern for the names that the files of runs can have, including a number that makes them unique. */
    public static Pattern pattern(String pattern) {
        int dot = pattern.lastIndexOf('.');
        int end = dot > pattern.lastIndexOf(File.separatorChar) + 1 ? dot : pattern.length();
        return Pattern.compile(anyOf(pattern.substring(0, end)) + "(-\\d+)?" + anyOf(pattern.substring(end)));
    }

    private static String anyOf(String pattern) {
        StringBuilder any = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean placeholder = c == '%' && i + 1 < pattern.length() && pattern.charAt(i + 1) != '%';
            any.append(placeholder ? "[\\p{L}\\p{N}_.-]+" : Pattern.quote(String.valueOf(c)));
            i += c == '%' ? 1 : 0;
        }
        return any.toString();
    }

    /** The same name as an absolute path, with its placeholders. */
    public static String absolute(String pattern) {
        String directory = new File("").getAbsolutePath().replace("%", "%%");
        return new File(pattern).isAbsolute() ? pattern : new File(directory, pattern).getPath();
    }

    /**
     * Why the JVM cannot pass a path to the system, in words for the user; empty if it can. The working directory too can have letters that are not
     * in the encoding of the JVM's locale.
     */
    public static String whyUnusable(String path) {
        try {
            Path unused = Path.of(path);
            return "";
        } catch (InvalidPathException badName) {
            return whyUnusable(badName);
        }
    }

    /** Why the JVM cannot pass this path to the system, in words for the user. */
    public static String whyUnusable(InvalidPathException badName) {
        return badName.getInput().indexOf('\0') >= 0 || hasAllLetters()
                ? badName.getReason()
                : "its path has letters that the locale of the JVM does not have; set LC_ALL=C.UTF-8";
    }

    private static boolean hasAllLetters() {
        return System.getProperty("sun.jnu.encoding", "").regionMatches(true, 0, "UTF", 0, 3);
    }

    /** The same name as an absolute path that the JVM can use: in the temporary directory if it cannot use the one that is meant. */
    public static String usable(String pattern) {
        String absolute = absolute(pattern);
        return whyUnusable(absolute).isEmpty()
                ? absolute
                : inTemporaryDirectory(new File(absolute)).getPath();
    }

    /** Where a trace goes that cannot be at the place that is meant. */
    public static File inTemporaryDirectory(File wanted) {
        return new File(System.getProperty("java.io.tmpdir", "."), wanted.getName());
    }

    /** The name for this run. Unknown placeholders, see {@link #unknownPlaceholder}, are not replaced. */
    static String expand(String pattern) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%' && i + 1 < pattern.length()) {
                i++;
                name.append(valueOf(pattern.charAt(i)));
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }

    private static String valueOf(char letter) {
        return switch (letter) {
            case 'm' -> fileSafe(ThisProcess.mainClassSimpleName());
            case 'p' -> Long.toString(ThisProcess.pid());
            case 'h' -> fileSafe(ThisProcess.host());
            case 't' -> utc(System.currentTimeMillis());
            case '%' -> "%";
            default -> "%" + letter;
        };
    }

    private static String fileSafe(String text) {
        StringBuilder safe = new StringBuilder(text);
        for (int i = 0; i < safe.length(); i++) {
            char c = safe.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '_' && c != '-' && c != '.') {
                safe.setCharAt(i, '_');
            }
        }
        return safe.toString();
    }

    /**
     * The time from year to second, without separators. It is formatted by hand because a DateTimeFormatter would delay the start by 50 ms.
     */
    private static String utc(long millis) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(Math.floorDiv(millis, 1000L), 0, ZoneOffset.UTC);
        long date = (time.getYear() * 100L + time.getMonthValue()) * 100 + time.getDayOfMonth();
        long clock = 1_000_000L + (time.getHour() * 100L + time.getMinute()) * 100 + time.getSecond();
        return date + "-" + Long.toString(clock).substring(1);
    }
}
