package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * The data of one tool for one thread, parallel region or task. Only the tool uses the two fields; they are zero and null when the thread,
 * region or task begins. Every callback from its begin to its end gets the same object.
 *
 * <p>Thread safety: not thread-safe; the threads of a team share the data of their region.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.4 ({@code ompt_data_t}, a union there); {@link #id} is ours.
 */
public final class OmptData {
    /** A value of the tool, 0 at first. */
    public long value;

    /** An object of the tool, null at first. */
    public @Nullable Object ptr;

    private final long id;

    /** Data of the thread, region or task with this id; 0 where it stands for none of them. */
    public OmptData(long id) {
        this.id = id;
    }

    /** The id of the thread, region or task, the same as in traces; from 1 on, below 2^53. */
    public long id() {
        return id;
    }

    @Override
    public String toString() {
        return "OmptData(id=" + id + ", value=" + value + ", ptr=" + ptr + ")";
    }
}
