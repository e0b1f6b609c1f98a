package org.ompt4j.mappings.forkjoin;

import java.util.List;
import org.ompt4j.mappings.ConstructMapping;

/** The table of contents of this family. */
public final class ForkJoinMappings {

    private ForkJoinMappings() {}

    /** The family's mappings, sorted by id. */
    public static List<ConstructMapping> all() {
        return List.of(new ForkJoinPoolMapping(), new ForkJoinTaskMapping());
    }
}
