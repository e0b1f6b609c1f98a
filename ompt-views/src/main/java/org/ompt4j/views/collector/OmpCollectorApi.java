package org.ompt4j.views.collector;

import java.nio.ByteBuffer;

/**
 * The one function of the Collector API, {@code __omp_collector_api}.
 *
 * <p>Thread safety: any thread, any time, also inside callbacks. STATE and CURRENT_PRID take no lock.
 *
 * <p>Spec: Collector API, {@code int __omp_collector_api(void *arg)}.
 */
public interface OmpCollectorApi {

    /** The symbol of the C interface. */
    String NAME = "__omp_collector_api";

    /**
     * Processes the requests in the buffer one after the other and writes the answers into it. From the buffer's position on (a
     * multiple of 4) stands a list of entries in the buffer's own byte order, which an entry with a {@code sz} of 0 ends:
     *
     * <pre>
     * +----+----+----+-----+--------+   +---+
     * | sz | r# | ec | rsz | mem... |...| 0 |
     * +----+----+----+-----+--------+   +---+
     *   4    4    4     4    sz - 16      4    bytes
     * </pre>
     *
     * In {@code mem}, without gaps: REGISTER takes the event (4 bytes) and the handle of the callback (8 bytes, see {@link
     * #handleOf}), UNREGISTER the event; STATE gives the state (4 bytes) and, if the state has one, the wait id (8 bytes);
     * CURRENT_PRID and PARENT_PRID give the id of a region (8 bytes). The buffer's position and limit stay as they are.
     *
     * @return 0 if all entries were processed, even if some got an error code; -1 if one has a {@code sz} that is below 16, no
     *     multiple of 4 or more than the buffer has (that entry and all after it are ignored), or if the buffer cannot be written
     */
    int collectorApi(ByteBuffer arg);

    /**
     * The 64-bit number that stands for a callback in a REGISTER request, as its address does in C; never 0, valid for the whole run.
     */
    long handleOf(OmpCollectorCallback callback);
}
