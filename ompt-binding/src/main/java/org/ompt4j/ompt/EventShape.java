package org.ompt4j.ompt;

/**
 * The properties of an event's {@link Event#members} that receivers need for each event. This is a record, since the JVM's compiler treats
 * the fields of a record as constants: to read a property of a shape that a hook names as a constant costs nothing at run time.
 *
 * @param number the event's {@link Event#value}
 * @param numbers how many {@link Event#numbers} the event has
 * @param types the types of these, see {@link #type}
 * @param hasEndpoint whether the event has {@link Member#ENDPOINT}
 * @param hasText whether the event has a text, which is the first of its numbers then
 */
public record EventShape(Event event, int number, int numbers, int types, boolean hasEndpoint, boolean hasText) {
    /** Types of numbers; {@link #type} returns the index in this order, 0 if there is no such number. */
    public static final int UNSIGNED = 1;

    public static final int SIGNED = 2;
    public static final int TASK = 3;
    public static final int NEW_TASK = 4;
    public static final int REGION = 5;
    public static final int WAIT = 6;

    /** How many bits of {@link #types} each type takes, the first one lowest. */
    public static final int TYPE_BITS = 3;

    static EventShape of(Event event) {
        int types = 0;
        for (int i = 0; i < event.numbers().size(); i++) {
            types |= typeOf(event.numbers().get(i).type()) << TYPE_BITS * i;
        }
        boolean hasText = !event.numbers().isEmpty() && event.numbers().get(0).type() == Member.Type.TEXT;
        return new EventShape(event, event.value(), event.numbers().size(), types, event.has(Member.ENDPOINT), hasText);
    }

    private static int typeOf(Member.Type type) {
        return switch (type) {
            case TASK -> TASK;
            case NEW_TASK -> NEW_TASK;
            case REGION -> REGION;
            case WAIT, POOL -> WAIT;
            case SIGNED -> SIGNED;
            default -> UNSIGNED;
        };
    }

    /** The event's {@link Event#bit}. */
    public long bit() {
        return 1L << number;
    }

    /** The type of the number with this index, from 0 to 3. */
    public int type(int index) {
        return types >>> TYPE_BITS * index & (1 << TYPE_BITS) - 1;
    }

    /** Call site and body as one argument. */
    public static long place(int codeptrRa, int body) {
        return (long) body << 32 | codeptrRa & 0xFFFF_FFFFL;
    }

    /** The call site of a place; 0 for none. */
    public static int codeptrRa(long place) {
        return (int) place;
    }

    /** The body of a place; 0 for none. */
    public static int body(long place) {
        return (int) (place >>> 32);
    }
}
