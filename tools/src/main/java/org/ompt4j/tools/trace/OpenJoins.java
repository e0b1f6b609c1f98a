package org.ompt4j.tools.trace;

import java.util.Arrays;

/**
 * The joins that a thread began in the present chunk by running the awaited task itself, innermost last: what their ends say is known
 * from their begins. Writer and reader keep one each, by the same rules.
 *
 * <p>Thread safety: none.
 */
public final class OpenJoins {
    /** Deeper ones are written in full. */
    private static final int MAX = 64;

    private static final int MEMBERS = 5;
    private static final int WAITING = 0;
    private static final int AWAITED = 1;
    private static final int REGION = 2;
    private static final int ATTRIBUTES = 3;
    private static final int PLACE = 4;

    private long[] members = new long[4 * MEMBERS];
    /** Place of the members of the one that would be begun next; the latest one to end still has its members there. */
    private int next;

    /** Forgets all of them, as every chunk does where it begins. */
    void clear() {
        next = 0;
    }

    /** Whether another one can be begun. */
    boolean hasRoom() {
        return next < MAX * MEMBERS;
    }

    /** Whether none is open. */
    public boolean isEmpty() {
        return next == 0;
    }

    /** The waiting task begins to run the one that it awaits; attributes and place are those of the join's begin. */
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

    /** Whether the innermost one is between these two. */
    boolean isBetween(long waiting, long awaited) {
        int at = next - MEMBERS;
        return at >= 0 && members[at + AWAITED] == awaited && members[at + WAITING] == waiting;
    }

    /** The construct of the innermost one. */
    int construct() {
        return (int) (members[next - MEMBERS + ATTRIBUTES] & 0xFF);
    }

    /** The innermost one's awaited task is done; the members are those of the latest until another one begins. */
    public void end() {
        next -= MEMBERS;
    }

    /** A task ended in another way than {@link #end} is for. */
    public void taskEnded(long task) {
        if (next > 0 && members[next - MEMBERS + AWAITED] == task) {
            next -= MEMBERS;
        }
    }

    /** Whether the latest to end has these members. */
    boolean latestHas(long awaited, long region, long attributes, long place) {
        int at = next;
        return members[at + AWAITED] == awaited
                && members[at + REGION] == region
                && members[at + ATTRIBUTES] == attributes
                && members[at + PLACE] == place;
    }

    /** The task that waited in the latest to end. */
    public long waiting() {
        return members[next + WAITING];
    }

    /** The task that was awaited in the latest to end. */
    public long awaited() {
        return members[next + AWAITED];
    }

    /** The region of the latest to end. */
    public long region() {
        return members[next + REGION];
    }

    /** The attributes of the latest to end. */
    public long attributes() {
        return members[next + ATTRIBUTES];
    }

    /** Body and call site of the latest to end. */
    public long place() {
        return members[next + PLACE];
    }
}
