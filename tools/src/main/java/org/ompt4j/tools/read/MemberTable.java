package org.ompt4j.tools.read;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;

/** The descriptions of members in {@link Event} and {@link Member}, as tables that are fast enough to use for each event of a trace. */
final class MemberTable {
    /** The members of a sample, which is no {@link Event}. Its task and its thread are fields of the {@link TraceEvent}. */
    static final List<Member> OF_SAMPLES = List.of(Member.PARALLEL_ID, Member.STATE, Member.WAIT_ID);

    /** The places of members: 0 to 3 for the numbers, or one of these constants. */
    static final int DETAILS = 4;

    static final int PLACE = 5;
    static final int NOWHERE = -1;

    private static final int MEMBERS = Member.values().length;
    private static final int CONSTRUCTS = Construct.values().length;

    /** How many bits of the index the member takes. */
    private static final int MEMBER_BITS = Integer.SIZE - Integer.numberOfLeadingZeros(MEMBERS - 1);

    /** The places by event number (0 for samples) and member, in one array for speed. */
    private static final byte[] STANDS = new byte[Long.SIZE << MEMBER_BITS];

    /** The bits of {@link TraceEvent#place} that an event can have, by event number. */
    private static final long[] PLACES = new long[Long.SIZE];

    /** The members with enumerators, by event number (0 for samples). */
    private static final Member[][] ENUMERATED = new Member[Long.SIZE][];

    /** The enumerators by member and number; null for numbers without an enumerator. */
    private static final @Nullable Enumerator[][] ENUMERATORS = new Enumerator[MEMBERS][];

    static {
        Arrays.fill(STANDS, (byte) NOWHERE);
        enter(0, OF_SAMPLES, List.of(Member.PARALLEL_ID, Member.WAIT_ID));
        for (Event each : Event.values()) {
            enter(each.value(), each.members(), each.numbers());
            PLACES[each.value()] =
                    EventShape.place(each.has(Member.CODEPTR_RA) ? -1 : 0, each.has(Member.BODY) ? -1 : 0);
        }
        for (Member each : Member.values()) {
            ENUMERATORS[each.ordinal()] = each.type() == Member.Type.ENUMERATOR ? byNumber(each) : new Enumerator[0];
        }
    }

    private MemberTable() {}

    private static void enter(int number, List<Member> members, List<Member> numbers) {
        for (Member each : members) {
            STANDS[number << MEMBER_BITS | each.ordinal()] =
                    (byte) (each.type().isDetail() ? DETAILS : each.type().isNumber() ? numbers.indexOf(each) : PLACE);
        }
        ENUMERATED[number] = members.stream()
                .filter(each -> each.type() == Member.Type.ENUMERATOR)
                .toArray(Member[]::new);
    }

    private static @Nullable Enumerator[] byNumber(Member member) {
        Object[] all =
                member.valueType() == null ? new Object[0] : member.valueType().getEnumConstants();
        @Nullable Enumerator[] byNumber = new Enumerator[0];
        for (Object each : all) {
            if (each instanceof Enumerator enumerator) {
                byNumber = Arrays.copyOf(byNumber, Math.max(byNumber.length, enumerator.value() + 1));
                byNumber[enumerator.value()] = enumerator;
            }
        }
        return byNumber;
    }

    /** The place of the member in events of this kind; {@code event} is null for samples. */
    static int where(@Nullable Event event, Member member) {
        return STANDS[(event == null ? 0 : event.value()) << MEMBER_BITS | member.ordinal()];
    }

    /** The place without the parts that events of this kind do not have; {@code event} is null for samples. */
    static long possiblePlace(@Nullable Event event, long place) {
        return event == null ? 0 : place & PLACES[event.value()];
    }

    /** The enumerator with this number, or null if the member has no such value. */
    static @Nullable Enumerator enumerator(Member member, int number) {
        @Nullable Enumerator[] byNumber = ENUMERATORS[member.ordinal()];
        return number >= 0 && number < byNumber.length ? byNumber[number] : null;
    }

    /** Whether details contain a valid construct, and a valid enumerator for each such member; {@code event} is null for samples. */
    static boolean arePossible(@Nullable Event event, long details) {
        boolean possible = (details & 0xFF) < CONSTRUCTS;
        for (Member each : ENUMERATED[event == null ? 0 : event.value()]) {
            possible &= enumerator(each, each.in(details)) != null;
        }
        return possible;
    }
}
