package org.ompt4j.views.early;

import java.util.Locale;

/**
 * What kind of thread begins or ends.
 *
 * <p>Spec: OMPT TR2, appendix A.3 ({@code ompt_thread_type_t}); numbers are the document's.
 */
public enum OmptThreadType {
    INITIAL(1),
    WORKER(2),
    OTHER(3);

    private final int value;

    OmptThreadType(int value) {
        this.value = value;
    }

    /** The number that the document gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_thread_} prefix, in lower case. */
    public String specName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
