package org.ompt4j.mappings;

import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** The mapping of one JVM construct: which methods and calls are matched, how they are rewritten, which hooks are called. */
public interface ConstructMapping {

    /** The mapped construct; it has the name, the events and the sections of the specification. */
    Construct construct();

    /** Declares the rewrites; called once, in premain, only if the construct is selected. */
    void declare(Rewrites rewrites);
}
