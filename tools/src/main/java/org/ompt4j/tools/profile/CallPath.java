package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a task was made: a call site, and above it where the task was made that came by there, up to the task of a thread that nothing
 * made. What a task makes at the call site where it was made itself has the same path: recursive tasks, and what the JDK makes of a stream.
 */
final class CallPath {
    private static final int DEEPEST = 200;

    private final @Nullable CallPath creator;
    private final int callSite;
    private final int depth;
    private final Map<Integer, CallPath> made = new HashMap<>();
    private boolean isRecursive;

    private CallPath(@Nullable CallPath creator, int callSite) {
        this.creator = creator;
        this.callSite = callSite;
        this.depth = creator == null ? 0 : creator.depth + 1;
    }

    /** That of the tasks that nothing made. */
    static CallPath root() {
        return new CallPath(null, 0);
    }

    /** The path of what is made there by a task with this path. */
    CallPath make(int site) {
        boolean isSame = creator != null && site == callSite;
        return isSame || depth == DEEPEST ? this : made.computeIfAbsent(site, key -> new CallPath(this, site));
    }

    /** Code of the program has made a task of this path in another one. */
    void recurs() {
        isRecursive = true;
    }

    boolean isRecursive() {
        return isRecursive;
    }

    int callSite() {
        return callSite;
    }

    /** This one and what is above it, the outermost first, without the root. */
    List<CallPath> steps() {
        List<CallPath> steps = new ArrayList<>();
        for (CallPath each = this; each != null && each.creator != null; each = each.creator) {
            steps.add(each);
        }
        Collections.reverse(steps);
        return steps;
    }
}
