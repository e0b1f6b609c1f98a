package org.ompt4j.mappings.defined;

import org.ompt4j.emitter.defined.DefinedKind;
import org.ompt4j.mappings.rewrite.Glob;

/** A definition of methods each of which is a construct, or acquires or releases a lock. */
public record ConstructDefinition(DefinedKind kind, Glob classes, Glob methods, String text) implements Definition {
    @Override
    public boolean wantsCallers() {
        return true;
    }
}
