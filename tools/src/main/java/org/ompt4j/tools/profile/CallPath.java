package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The path by which a task was created: its call site, then the call site at which its creator was created, up to a thread's own task, which no
 * task created. A task that is created at the same call site as its creator has the same path: recursive tasks, and tasks of a parallel stream.
 *
 * <p>The number of paths is bounded: beyond a limit, paths have {@link #OTHER} as their call site or code.
 */
final class CallPath {
    /** Stands for call sites and code beyond the limit. */
    static final int OTHER = -1;

    /** Instead of a call site: what the program's main thread runs outside of tasks. */
    static final int MAIN = -2;

    /** From this value downwards: frames between call sites; the frame with the number 0 has this value. */
    private static final int FRAMES = -16;

    private static final int DEEPEST = 1_000;
    /** The most paths and codes of tasks, at some 200 bytes each. */
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

    /** The path of tasks without a creator. */
    static CallPath root() {
        return new CallPath(null, 0);
    }

    /** The path of a task that a task with this path creates at this call site. */
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

    /** The value that stands in a path for the frame with this number. */
    static int ofFrame(int frame) {
        return FRAMES - frame;
    }

    /** The number of the frame that this value stands for; negative if it stands for no frame. */
    static int frame(int site) {
        return FRAMES - site;
    }

    /**
     * The path of a task that a task with this path creates through this stack; null if {@link #madeBy(int, int, CallPath)} has not set it.
     */
    @Nullable
    CallPath madeBy(int stack, int site) {
        return madeBy.get((long) stack << 32 | site);
    }

    /** Sets what {@link #madeBy(int, int)} returns, as long as there is room. */
    void madeBy(int stack, int site, CallPath path) {
        if (count[0] < MOST) {
            if (madeBy.isEmpty()) {
                madeBy = new HashMap<>(2);
            }
            madeBy.put((long) stack << 32 | site, path);
            count[0]++;
        }
    }

    /** The code of tasks with this path that have this body. */
    TaskCode code(int body) {
        TaskCode known = codes.get(body);
        if (known == null) {
            int itsBody = body == 0 || count[0] < MOST ? body : OTHER;
            known = codes.computeIfAbsent(itsBody, key -> new TaskCode(this, key));
            count[0]++;
        }
        return known;
    }

    /** Code of the program has created a task of this path in another task of this path. */
    void recurs() {
        isRecursive = true;
    }

    boolean isRecursive() {
        return isRecursive;
    }

    /** Whether tasks with this path have no creator. */
    boolean isRoot() {
        return creator == null;
    }

    int callSite() {
        return callSite;
    }

    /** This path and the paths above it, the outermost first, without the root. */
    List<CallPath> steps() {
        List<CallPath> steps = new ArrayList<>();
        for (CallPath each = this; each != null && each.creator != null; each = each.creator) {
            steps.add(each);
        }
        Collections.reverse(steps);
        return steps;
    }

    /** Passes this path and all paths below it to the action. */
    void forEach(Consumer<CallPath> action) {
        action.accept(this);
        made.values().forEach(each -> each.forEach(action));
    }
}
