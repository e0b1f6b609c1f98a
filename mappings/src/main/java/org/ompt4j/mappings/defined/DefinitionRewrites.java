package org.ompt4j.mappings.defined;

import java.lang.instrument.ClassFileTransformer;
import java.util.List;

/** Rewrites the methods of the user's definitions. The implementation needs Byte Buddy, which is loaded only if there are definitions. */
public interface DefinitionRewrites extends ClassFileTransformer {

    /** The name of the implementation, whose public constructor takes a list of {@link Definition}. */
    String IMPLEMENTATION = "org.ompt4j.mappings.defined.DefinedTransformer";

    /** The definitions that no method has matched so far. */
    List<Definition> unmatched();

    /** A sentence for each method so far that a definition matches but that cannot be what the definition says. */
    List<String> misfits();

    /** The loaded classes that definitions match. */
    List<Class<?>> loaded(Class<?>[] classes);

    /** Whether this transformer may have rewritten the class. */
    boolean hasRewritten(Class<?> type);
}
