package org.ompt4j.tools.read;

import java.util.HashMap;
import java.util.Map;

/** Parts of a file that hold what no agent writes. A part that is read again is counted once. */
final class Damage {
    private final Map<Long, Long> bytesAt = new HashMap<>();

    void add(long position, long bytes) {
        if (bytes > 0) {
            bytesAt.put(position, bytes);
        }
    }

    long bytes() {
        return bytesAt.values().stream().mapToLong(Long::longValue).sum();
    }
}
