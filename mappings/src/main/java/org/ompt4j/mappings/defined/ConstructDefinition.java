package org.ompt4j.mappings.defined;

import org.ompt4j.emitter.defined.DefinedKind;
import org.ompt4j.mappings.rewrite.Glob;

/** Methods each of which is a construct, or the acquiring or releasing one of a lock. */
public record ConstructDefinition(DefinedKind kind, Glob classes, Glob methods, String text) implements Definition {
    @Override
    public boolean wantsCallers() {
        return true;
    }
}
