package org.ompt4j.views.early;

import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.ThreadType;

/**
 * The kind of a thread that begins or ends.
 *
 * <p>Spec: OMPT TR2, appendix A.3 ({@code ompt_thread_type_t}); numbers are the document's, names too, without {@code ompt_thread_}.
 */
public enum OmptThreadType implements Enumerator {
    INITIAL,
    WORKER,
    OTHER;

    @Override
    public int value() {
        return ordinal() + 1;
    }

    /** The type of this generation for a type of the present one. */
    static OmptThreadType of(ThreadType type) {
        return type == ThreadType.UNKNOWN ? OTHER : valueOf(type.name());
    }
}
