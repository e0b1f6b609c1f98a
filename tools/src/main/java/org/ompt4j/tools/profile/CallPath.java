package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a task was made: a call site, and above it where the task was made that came by there, up to the task of a thread that nothing
 * made. What a task makes at the call site where it was made itself has the same path: recursive tasks, and what the JDK makes of a stream.
 *
 * <p>There are never many: what comes beyond a limit has {@link #OTHER} as its call site, or as its code.
 */
final class CallPath {
    /** Stands for call sites, and for code, of which there are too many. */
    static final int OTHER = -1;

    /** Instead of a call site: what the thread that the program began with runs by itself. */
    static final int MAIN = -2;

    /** From here on downwards: frames between call sites, the first of which has the number 0. */
    private static final int FRAMES = -16;

    private static final int DEEPEST = 1_000;
    /** Paths and codes of tasks, at some 200 bytes each. */
    private static final int MOST = 100_000;

    private final @Nullable CallPath creator;
    private final int callSite;
    private final int depth;
    private final int[] count;
    private final Map<Integer, CallPath> made = new HashMap<>(2);
    private final Map<Integer, TaskCode> codes = new HashMap<>(2);
    private Map<Long, CallPath> madeBy = Map.of();
    private boolean isRecursive;

    private CallPath(@Nullable CallPath creator, int callSite) {
        this.creator = creator;
        this.callSite = callSite;
        this.depth = creator == null ? 0 : creator.depth + 1;
        this.count = creator == null ? new int[1] : creator.count;
        count[0]++;
    }

    /** That of the tasks that nothing made. */
    static CallPath root() {
        return new CallPath(null, 0);
    }

    /** The path of what is made there by a task with this path. */
    CallPath make(int site) {
        boolean isSame = creator != null && (site == callSite || callSite == OTHER);
        if (isSame || depth == DEEPEST) {
            return this;
        }
        CallPath known = made.get(site);
        if (known == null) {
            int itsSite = count[0] < MOST ? site : OTHER;
            known = made.computeIfAbsent(itsSite, key -> new CallPath(this, key));
        }
        return known;
    }

    /** Where the frame with this number stands in a path. */
    static int ofFrame(int frame) {
        return FRAMES - frame;
    }

    /** The number of the frame that stands there instead of a call site; negative if none does. */
    static int frame(int site) {
        return FRAMES - site;
    }

    /** The path of what is made by code that was called like this by a task with this path; null if it was not asked for before. */
    @Nullable
    CallPath madeBy(int stack, int site) {
        return madeBy.get((long) stack << 32 | site);
    }

    /** What {@link #madeBy} answers from now on. */
    void madeBy(int stack, int site, CallPath path) {
        if (count[0] < MOST) {
            if (madeBy.isEmpty()) {
                madeBy = new HashMap<>(2);
            }
            madeBy.put((long) stack << 32 | site, path);
            count[0]++;
        }
    }

    /** What a task of this path runs. */
    TaskCode code(int body) {
        TaskCode known = codes.get(body);
        if (known == null) {
            int itsBody = body == 0 || count[0] < MOST ? body : OTHER;
            known = codes.computeIfAbsent(itsBody, key -> new TaskCode(this, key));
            count[0]++;
        }
        return known;
    }

    /** Code of the program has made a task of this path in another one. */
    void recurs() {
        isRecursive = true;
    }

    boolean isRecursive() {
        return isRecursive;
    }

    /** Whether nothing made what has this path. */
    boolean isRoot() {
        return creator == null;
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

    /** This one and all below it. */
    void forEach(Consumer<CallPath> action) {
        action.accept(this);
        made.values().forEach(each -> each.forEach(action));
    }
}
