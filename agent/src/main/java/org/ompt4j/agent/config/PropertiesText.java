package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the text of a properties file and knows the line of each key, which {@link java.util.Properties} does not.
 *
 * <p>This format differs from that of {@code Properties} in one respect: a backslash escapes only blanks, {@code : = # !}, itself, the end of a
 * line and, as {@code \}{@code uXXXX}, a character. Before any other character it stands for itself, so that {@code C:\temp\new} is a path.
 */
final class PropertiesText {

    private final String text;
    private final String fileName;
    private final List<Setting> settings = new ArrayList<>();
    private int at;
    private int line = 1;

    private PropertiesText(String text, String fileName) {
        this.text = text;
        this.fileName = fileName;
    }

    static List<Setting> parse(String text, String fileName) {
        PropertiesText reader = new PropertiesText(text, fileName);
        while (reader.at < text.length()) {
            reader.readLogicalLine();
        }
        return reader.settings;
    }

    private void readLogicalLine() {
        int firstLine = line;
        skipBlanks();
        if (isComment()) {
            skipPhysicalLine();
            return;
        }
        StringBuilder key = new StringBuilder();
        readUntil(key, true);
        skipSeparator();
        StringBuilder value = new StringBuilder();
        readUntil(value, false);
        if (key.length() > 0 || value.length() > 0) {
            settings.add(new Setting(key.toString(), value.toString().trim(), fileName + ":" + firstLine));
        }
        skipPhysicalLine();
    }

    private boolean isComment() {
        return at < text.length() && (text.charAt(at) == '#' || text.charAt(at) == '!');
    }

    private void skipPhysicalLine() {
        while (at < text.length() && !isLineEnd()) {
            at++;
        }
        skipLineEnd();
    }

    private void skipLineEnd() {
        if (at >= text.length()) {
            return;
        }
        boolean carriageReturn = text.charAt(at++) == '\r';
        if (carriageReturn && at < text.length() && text.charAt(at) == '\n') {
            at++;
        }
        line++;
    }

    private boolean isLineEnd() {
        return text.charAt(at) == '\n' || text.charAt(at) == '\r';
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\f' || c == '\ufeff';
    }

    private void skipSeparator() {
        skipBlanks();
        if (at < text.length() && (text.charAt(at) == '=' || text.charAt(at) == ':')) {
            at++;
        }
        skipBlanks();
    }

    private void readUntil(StringBuilder to, boolean endsAtSeparator) {
        while (at < text.length() && !isLineEnd()) {
            char c = text.charAt(at);
            if (endsAtSeparator && (c == '=' || c == ':' || isBlank(c))) {
                return;
            }
            at++;
            if (c == '\\') {
                readEscape(to);
            } else {
                to.append(c);
            }
        }
    }

    private void readEscape(StringBuilder to) {
        if (at >= text.length()) {
            to.append('\\');
        } else if (isLineEnd()) {
            skipLineEnd();
            skipBlanks();
        } else if (" :=#!\\".indexOf(text.charAt(at)) >= 0) {
            to.append(text.charAt(at++));
        } else if (isUnicodeEscape()) {
            to.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
            at += 5;
        } else {
            to.append('\\');
        }
    }

    private boolean isUnicodeEscape() {
        if (text.charAt(at) != 'u' || at + 5 > text.length()) {
            return false;
        }
        for (int i = at + 1; i < at + 5; i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
