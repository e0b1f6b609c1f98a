package org.ompt4j.mappings.monitor;

import java.util.List;
import org.ompt4j.mappings.ConstructMapping;

/** The table of contents of this family. */
public final class MonitorMappings {

    private MonitorMappings() {}

    /** The family's mappings, sorted by id. */
    public static List<ConstructMapping> all() {
        return List.of(new SynchronizedMapping());
    }
}
