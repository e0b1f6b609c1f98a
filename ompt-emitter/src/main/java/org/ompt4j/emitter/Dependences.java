package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptDependence;

/** Arrays in which a thread collects the dependences of a new task. A thread mostly reuses one array, since receivers read it at once. */
public final class Dependences {
    /** Room for the task itself and two predecessors; few tasks have more. */
    private static final int MOST = 3;

    private static final int SLOT = ThreadContext.newSlot();

    private Dependences() {}

    /** The array of the thread, or a larger one if {@code count} does not fit. Only this thread may use it. */
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
