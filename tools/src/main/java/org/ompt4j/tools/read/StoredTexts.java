package org.ompt4j.tools.read;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Texts of a trace by id: the position of each in the file, and a cache of recently used ones. Thread safety: none. */
final class StoredTexts implements Closeable {
    private static final int KEPT = 20_000;

    /** The most bytes of a text's length. */
    private static final int LENGTH_BYTES = 9;

    private final Source source;
    private final UnaryOperator<String> shown;
    private final IdFile positions = new IdFile();
    private final Map<Long, String> lately = new HashMap<>();

    /** @param shown converts each text for display */
    StoredTexts(Source source, UnaryOperator<String> shown) {
        this.source = source;
        this.shown = shown;
    }

    /** @param position the position of the text's length in the file */
    void put(long id, long position) throws IOException {
        if (id != 0) {
            positions.put(id, position);
            lately.remove(id);
        }
    }

    /** The text with this id; null if there is none. */
    @Nullable
    String get(long id) {
        String known = lately.get(id);
        if (known == null) {
            long position = positions.get(id);
            if (position < 0) {
                return null;
            }
            known = read(position);
            if (lately.size() >= KEPT) {
                lately.clear();
            }
            lately.put(id, known);
        }
        return known;
    }

    private String read(long position) {
        try {
            RecordBytes bytes = new RecordBytes(source, position, source.lengthBytes, LENGTH_BYTES);
            bytes.need(LENGTH_BYTES);
            return shown.apply(new String(bytes.bytes(bytes.number()), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        positions.close();
    }
}
