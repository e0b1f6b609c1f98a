package org.ompt4j.tools.export;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a frame.
 *
 * @param name the name of the method with its class, or of the pseudo frame
 * @param file null if it is not known
 * @param line 0 if it is not known
 */
record FrameText(String name, @Nullable String file, int line) {
    private static final Pattern PLACE = Pattern.compile("\\(([^():]+):(\\d{1,9})\\)");

    /** Reads the text of a call site, or of a method. */
    static FrameText of(String text) {
        Matcher place = PLACE.matcher(text);
        return place.find()
                ? new FrameText(
                        text.substring(0, place.start()) + text.substring(place.end()),
                        place.group(1),
                        Integer.parseInt(place.group(2)))
                : new FrameText(text, null, 0);
    }

    /** Whether this is a pseudo frame, which is not code. */
    boolean isPseudo() {
        return name.startsWith("<");
    }
}
