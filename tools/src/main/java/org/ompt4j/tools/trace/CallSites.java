package org.ompt4j.tools.trace;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Call sites, written when the first record refers to them: a program has hundreds in its rewritten classes and reaches few.
 *
 * <p>Thread safety: any thread. What was written is found without a lock; a thread that does not see it yet asks again with one.
 */
final class CallSites {
    private static final int FIRST = 256;

    private final DefinitionLog definitions;
    private @Nullable String[] texts = new String[FIRST];
    private boolean[] written = new boolean[FIRST];

    CallSites(DefinitionLog definitions) {
        this.definitions = definitions;
    }

    synchronized void put(int id, String text) {
        if (id >= texts.length) {
            int length = Math.max(id + 1, 2 * texts.length);
            texts = Arrays.copyOf(texts, length);
            written = Arrays.copyOf(written, length);
        }
        texts[id] = text;
    }

    /** Must come before a record that refers to the call site counts; 0 is none. */
    void use(int id) {
        boolean[] known = written;
        if (id != 0 && (Integer.compareUnsigned(id, known.length) >= 0 || !known[id])) {
            write(id);
        }
    }

    private synchronized void write(int id) {
        String text = Integer.compareUnsigned(id, texts.length) >= 0 ? null : texts[id];
        if (text != null && !written[id]) {
            definitions.define(RecordLayout.DEFINE_CALL_SITE, id, 0, 0, text);
            VarHandle.releaseFence();
            written[id] = true;
        }
    }
}
