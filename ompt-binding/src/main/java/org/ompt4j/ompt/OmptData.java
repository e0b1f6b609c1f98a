package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * What one tool keeps about one thread, parallel region or task: both fields are the tool's alone, zero and null when the thread,
 * region or task begins. The same object is passed in every callback from its begin to its end.
 *
 * <p>Thread safety: none of its own; a region's data is shared by the threads of its team.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.4 ({@code ompt_data_t}, a union there); {@link #id} is ours.
 */
public final class OmptData {
    /** The tool's, 0 at first. */
    public long value;

    /** The tool's, null at first. */
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
