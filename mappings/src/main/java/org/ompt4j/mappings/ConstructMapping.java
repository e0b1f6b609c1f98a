package org.ompt4j.mappings;

import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** One JVM construct: what is matched, how it is rewritten, which hook is called. */
public interface ConstructMapping {

    /** The construct, which says what it raises, what it is called and where the specification has it. */
    Construct construct();

    /** Declares the rewrites; called once, in premain, only if the construct is selected. */
    void declare(Rewrites rewrites);
}
