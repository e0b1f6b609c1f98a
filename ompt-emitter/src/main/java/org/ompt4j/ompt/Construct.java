package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * The JVM constructs that raise events, each with the id of its mapping.
 *
 * <p>The number of a construct (its ordinal) never changes between releases: traces hold it. New ones are added at the end.
 */
public enum Construct {
    /** Events of no construct, such as the agent's own. */
    NONE("none"),
    THREAD("thread"),
    FORK_JOIN_TASK("fork-join-task"),
    FORK_JOIN_POOL("fork-join-pool"),
    PARALLEL_STREAM("parallel-stream"),
    SYNCHRONIZED("synchronized"),
    REENTRANT_LOCK("reentrant-lock"),
    CYCLIC_BARRIER("cyclic-barrier"),
    PHASER("phaser"),
    /** Everything that {@code define.*} declares in the configuration. */
    DEFINED("defined");

    private static final Construct[] ALL = values();

    private final String id;

    Construct(String id) {
        this.id = id;
    }

    /** The mapping id, in kebab case: the same in the configuration, the documentation and the test apps. */
    public String id() {
        return id;
    }

    /** The construct with this mapping id, or null. */
    public static @Nullable Construct byId(String id) {
        for (Construct each : ALL) {
            if (each.id.equals(id)) {
                return each;
            }
        }
        return null;
    }
}
