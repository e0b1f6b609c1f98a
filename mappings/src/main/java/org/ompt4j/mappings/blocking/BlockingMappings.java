package org.ompt4j.mappings.blocking;

import java.util.List;
import org.ompt4j.mappings.ConstructMapping;

/** The table of contents of this family. */
public final class BlockingMappings {

    private BlockingMappings() {}

    /** The family's mappings, sorted by id. */
    public static List<ConstructMapping> all() {
        return List.of(new IoMapping(), new ParkMapping(), new SleepMapping());
    }
}
