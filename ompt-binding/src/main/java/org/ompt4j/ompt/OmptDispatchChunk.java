package org.ompt4j.ompt;

/**
 * The chunk of iterations of a dispatch event; {@link OmptData#ptr} of the event's instance refers to it. Valid only during the
 * callback: the next event of the thread reuses it.
 *
 * <p>Spec: OpenMP 5.2, section 19.4.4.14 ({@code ompt_dispatch_chunk_t}).
 */
public final class OmptDispatchChunk {
    /** First iteration, -1 where it is not known. */
    public long start;

    /** Number of iterations, 0 where it is not known. */
    public long iterations;

    @Override
    public String toString() {
        return "OmptDispatchChunk(start=" + start + ", iterations=" + iterations + ")";
    }
}
