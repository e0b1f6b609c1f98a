package org.ompt4j.mappings.defined;

import org.ompt4j.emitter.defined.DefinedKind;

/**
 * Methods that the user declared to be a construct.
 *
 * @param text as the user wrote it, with its key
 */
public record Definition(DefinedKind kind, NameMatch classes, NameMatch methods, String text) {}
