package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptDependence;

/**
 * Where a thread puts together what a new task depends on: mostly one array that is used again and again, since receivers read it at once.
 */
public final class Dependences {
    /** The task itself, and two others that it comes after; few tasks come after more. */
    private static final int MOST = 3;

    private static final int SLOT = ThreadContext.newSlot();

    private Dependences() {}

    /** That of a thread, which owns it, or one with more room if that is needed. */
    public static OmptDependence[] of(ThreadContext c, int count) {
        if (count > MOST) {
            return new OmptDependence[count];
        }
        @Nullable Object known = c.slot(SLOT);
        if (known instanceof OmptDependence[] deps) {
            return deps;
        }
        OmptDependence[] made = new OmptDependence[MOST];
        c.setSlot(SLOT, made);
        return made;
    }
}
