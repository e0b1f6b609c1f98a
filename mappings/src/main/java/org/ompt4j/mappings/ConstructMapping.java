package org.ompt4j.mappings;

import org.ompt4j.mappings.rewrite.Rewrites;

/** One JVM construct: what is matched, how it is rewritten, which hook is called. Implementations carry {@link Mapping}. */
public interface ConstructMapping {

    /** Declares the rewrites; called once, in premain, only if the construct is selected. */
    void declare(Rewrites rewrites);
}
