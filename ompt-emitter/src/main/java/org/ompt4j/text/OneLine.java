package org.ompt4j.text;

import org.jspecify.annotations.Nullable;

/**
 * Makes text from outside (names of threads and classes, messages of exceptions, content of files) fit for one line on a terminal. Characters that a
 * terminal would execute instead of showing are written as Java escapes, {@code \n} or <code>&#92;u001b</code>: controls of C0 and C1, format
 * characters (including those that reverse the direction of text), separators of lines and paragraphs, and unpaired surrogates.
 *
 * <p>All code that prints text from outside must use this class.
 *
 * <p>Thread safety: any thread. Cost: nothing is allocated for text that can be shown as it is.
 */
public final class OneLine {
    /** The prefix of every line of OMPT4J on a standard stream. */
    public static final String PREFIX = "ompt4j: ";

    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int DELETE = 0x7f;

    private OneLine() {}

    /** The text with escapes for characters that would not be shown; "null" for null. */
    public static String of(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            if (!isShown(text.codePointAt(at))) {
                return escaped(text, at);
            }
        }
        return text;
    }

    /** A line of OMPT4J for a standard stream, without its line end. */
    public static String ofOurs(String line) {
        return PREFIX.concat(of(line));
    }

    /** Class and message of a throwable and of its causes. Exceptions of the throwable's own methods are ignored. */
    public static String of(Throwable thrown) {
        StringBuilder text = new StringBuilder(describe(thrown));
        Throwable cause = causeOf(thrown);
        if (cause != null && cause != thrown) {
            text.append(", caused by ").append(describe(cause));
        }
        return text.toString();
    }

    /** A message of several lines: a blank in place of each line break and of the blanks around it. */
    public static String joined(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder joined = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c != '\n' && c != '\r') {
                joined.append(c);
                continue;
            }
            dropBlanksAtEnd(joined);
            while (at + 1 < text.length() && isBlank(text.charAt(at + 1))) {
                at++;
            }
            joined.append(' ');
        }
        return of(joined.toString().strip());
    }

    private static void dropBlanksAtEnd(StringBuilder text) {
        int end = text.length();
        while (end > 0 && isBlank(text.charAt(end - 1))) {
            end--;
        }
        text.setLength(end);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static @Nullable Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException | LinkageError | StackOverflowError fromForeignCode) {
            return null;
        }
    }

    private static String describe(Throwable thrown) {
        try {
            return joined(thrown.toString());
        } catch (RuntimeException | LinkageError | StackOverflowError fromForeignCode) {
            return of(thrown.getClass().getName());
        }
    }

    /** Whether a terminal shows this character rather than executing it. */
    public static boolean isShown(int codePoint) {
        if (codePoint >= FIRST_PRINTABLE && codePoint < DELETE) {
            return true;
        }
        switch (Character.getType(codePoint)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
            case Character.SURROGATE:
                return false;
            default:
                return true;
        }
    }

    private static String escaped(String text, int firstToEscape) {
        StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, firstToEscape);
        int at = firstToEscape;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            if (isShown(codePoint)) {
                shown.appendCodePoint(codePoint);
            } else {
                appendEscape(shown, codePoint);
            }
            at += Character.charCount(codePoint);
        }
        return shown.toString();
    }

    private static void appendEscape(StringBuilder to, int codePoint) {
        switch (codePoint) {
            case '\n':
                to.append("\\n");
                return;
            case '\r':
                to.append("\\r");
                return;
            case '\t':
                to.append("\\t");
                return;
            default:
                if (Character.isSupplementaryCodePoint(codePoint)) {
                    appendUnit(to, Character.highSurrogate(codePoint));
                    appendUnit(to, Character.lowSurrogate(codePoint));
                } else {
                    appendUnit(to, (char) codePoint);
                }
        }
    }

    private static void appendUnit(StringBuilder to, char unit) {
        to.append("\\u")
                .append(HEX[unit >> 12 & 15])
                .append(HEX[unit >> 8 & 15])
                .append(HEX[unit >> 4 & 15])
                .append(HEX[unit & 15]);
    }
}
