package org.ompt4j.tools.text;

/** How many columns of a terminal a text takes: Chinese, Japanese and Korean characters and emoji take two, combining marks none. */
public final class Columns {
    /** Characters below this one take one column each. */
    private static final int FIRST_OTHER = 0x300;

    /** The first and last characters of the ranges that Unicode calls wide. */
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0x4dbf, 0x4e00, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7a3, 0xf900, 0xfaff,
        0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f680, 0x1f6ff, 0x1f900, 0x1faff, 0x20000,
        0x3fffd
    };

    private Columns() {}

    /** The columns of the text. */
    public static int of(String text) {
        int columns = 0;
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            columns += of(character);
            at += Character.charCount(character);
        }
        return columns;
    }

    /** The index up to which the text fits in so many columns; marks that belong to the last character are included. */
    public static int fitting(String text, int columns) {
        int left = columns;
        int at = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            left -= of(character);
            if (left < 0) {
                return at;
            }
            at += Character.charCount(character);
        }
        return at;
    }

    /** The index from which on the text fits in so many columns; it is that of a whole character, with its marks. */
    public static int fittingEnd(String text, int columns) {
        int left = columns;
        int from = text.length();
        int at = text.length();
        while (at > 0) {
            int character = text.codePointBefore(at);
            left -= of(character);
            if (left < 0) {
                return from;
            }
            at -= Character.charCount(character);
            from = of(character) == 0 ? from : at;
        }
        return 0;
    }

    private static int of(int character) {
        if (character < FIRST_OTHER) {
            return 1;
        }
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        for (int i = 0; i < WIDE.length; i += 2) {
            if (character >= WIDE[i] && character <= WIDE[i + 1]) {
                return 2;
            }
        }
        return 1;
    }
}
