package org.ompt4j.mappings.barrier;

import java.util.List;
import org.ompt4j.mappings.ConstructMapping;

/** The table of contents of this family. */
public final class BarrierMappings {

    private BarrierMappings() {}

    /** The family's mappings, sorted by id. */
    public static List<ConstructMapping> all() {
        return List.of(new CyclicBarrierMapping(), new PhaserMapping());
    }
}
