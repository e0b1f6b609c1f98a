package org.ompt4j.tools.trace;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes call sites when the first record refers to them: a program has hundreds of them in its rewritten classes but reaches only a few.
 *
 * <p>Thread safety: any thread. Written call sites are found without a lock; a thread that does not see one yet looks again under a lock.
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

    /** Writes the call site if necessary. Has to be called before a record that refers to it is published; 0 stands for no call site. */
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
