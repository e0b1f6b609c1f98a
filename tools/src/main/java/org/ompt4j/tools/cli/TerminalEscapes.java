package org.ompt4j.tools.cli;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;

/**
 * JSON escapes, also for characters that JSON allows but terminals interpret: C1 controls, characters that change the direction of text,
 * ...
 */
final class TerminalEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;
    private static final int DELETE = 0x7f;

    private final int[] ascii = standardAsciiEscapesForJSON();

    TerminalEscapes() {
        ascii[DELETE] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return ascii.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int unit) {
        return OneLine.isShown(unit) ? null : new SerializedString(String.format(Locale.ROOT, "\\u%04x", unit));
    }
}
