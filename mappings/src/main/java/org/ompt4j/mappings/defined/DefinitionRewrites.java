package org.ompt4j.mappings.defined;

import java.lang.instrument.ClassFileTransformer;
import java.util.List;

/** What rewrites the methods of the user's definitions; its implementation needs Byte Buddy, which is loaded only where there are any. */
public interface DefinitionRewrites extends ClassFileTransformer {

    /** The name of the implementation, whose public constructor takes a list of {@link Definition}. */
    String IMPLEMENTATION = "org.ompt4j.mappings.defined.DefinedTransformer";

    /** The definitions that no method has matched so far. */
    List<Definition> unmatched();

    /** A sentence for each method found so far that a definition names and that cannot be what this says. */
    List<String> misfits();

    /** Those of the loaded classes that definitions name. */
    List<Class<?>> loaded(Class<?>[] classes);

    /** Whether a class may have had other code from here. */
    boolean hasRewritten(Class<?> type);
}
