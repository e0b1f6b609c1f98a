package org.ompt4j.tools.trace;

import java.util.Arrays;

/**
 * The joins that a thread began in the current chunk by running the awaited task itself, the innermost last. The members of their end events are
 * known from their begin events. Writer and reader each have an object of this class and follow the same rules.
 *
 * <p>Thread safety: none.
 */
public final class OpenJoins {
    /** The deepest nesting; deeper joins are written in full. */
    private static final int MAX = 64;

    private static final int MEMBERS = 5;
    private static final int WAITING = 0;
    private static final int AWAITED = 1;
    private static final int REGION = 2;
    private static final int ATTRIBUTES = 3;
    private static final int PLACE = 4;

    private long[] members = new long[4 * MEMBERS];
    /** The index of the members of the next join to begin. The join that ended last still has its members there. */
    private int next;

    /** Forgets all joins, at the begin of each chunk. */
    void clear() {
        next = 0;
    }

    /** Whether another join can begin. */
    boolean hasRoom() {
        return next < MAX * MEMBERS;
    }

    /** Whether no join is open. */
    public boolean isEmpty() {
        return next == 0;
    }

    /** Notes that the waiting task begins to run the awaited one. Attributes and place are those of the join's begin. */
    public void begin(long waiting, long awaited, long region, long attributes, long place) {
        int at = next;
        if (at + MEMBERS >= members.length) {
            members = Arrays.copyOf(members, 2 * members.length);
        }
        members[at + WAITING] = waiting;
        members[at + AWAITED] = awaited;
        members[at + REGION] = region;
        members[at + ATTRIBUTES] = attributes;
        members[at + PLACE] = place;
        next = at + MEMBERS;
    }

    /** Whether the innermost open join is between these two tasks. */
    boolean isBetween(long waiting, long awaited) {
        int at = next - MEMBERS;
        return at >= 0 && members[at + AWAITED] == awaited && members[at + WAITING] == waiting;
    }

    /** The construct of the innermost open join. */
    int construct() {
        return (int) (members[next - MEMBERS + ATTRIBUTES] & 0xFF);
    }

    /** Ends the innermost join, whose awaited task is complete. The methods below return its members until another join begins. */
    public void end() {
        next -= MEMBERS;
    }

    /** Notes that a task ended in another way than for {@link #end}. */
    public void taskEnded(long task) {
        if (next > 0 && members[next - MEMBERS + AWAITED] == task) {
            next -= MEMBERS;
        }
    }

    /** Whether the join that ended last has these members. */
    boolean latestHas(long awaited, long region, long attributes, long place) {
        int at = next;
        return members[at + AWAITED] == awaited
                && members[at + REGION] == region
                && members[at + ATTRIBUTES] == attributes
                && members[at + PLACE] == place;
    }

    /** The task that waited in the join that ended last. */
    public long waiting() {
        return members[next + WAITING];
    }

    /** The task that was awaited in the join that ended last. */
    public long awaited() {
        return members[next + AWAITED];
    }

    /** The region of the join that ended last. */
    public long region() {
        return members[next + REGION];
    }

    /** The attributes of the join that ended last. */
    public long attributes() {
        return members[next + ATTRIBUTES];
    }

    /** Body and call site of the join that ended last. */
    public long place() {
        return members[next + PLACE];
    }
}
