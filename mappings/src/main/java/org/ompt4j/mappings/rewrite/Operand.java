package org.ompt4j.mappings.rewrite;

/**
 * What is handed to a hook.
 *
 * @param index for {@link Kind#ARGUMENT} which argument of the method, from 0; else unused
 */
public record Operand(Kind kind, int index) {

    enum Kind {
        THIS,
        ARGUMENT,
        RESULT,
        THROWN,
        TOKEN,
        CALL_TOKEN,
        RECEIVER
    }

    /** The object whose method is rewritten. */
    public static final Operand THIS = new Operand(Kind.THIS, 0);

    /** What the method, or the call inside it, returned; must be the first operand. */
    public static final Operand RESULT = new Operand(Kind.RESULT, 0);

    /** What the method, or the call inside it, threw; must be the first operand. */
    public static final Operand THROWN = new Operand(Kind.THROWN, 0);

    /** What the method's enter hook returned. */
    public static final Operand TOKEN = new Operand(Kind.TOKEN, 0);

    /**
     * What the hook before a call inside the method returned, for the hooks after that call. When the method is left, by whichever way:
     * what the hook before its last such call returned, 0 or null if there was none; only one call of the method may have a token then.
     */
    public static final Operand CALL_TOKEN = new Operand(Kind.CALL_TOKEN, 0);

    /** The receiver of a call without arguments inside the method, before the call; must be the first operand. */
    public static final Operand RECEIVER = new Operand(Kind.RECEIVER, 0);

    /** The last argument of a call inside the method, a reference, before the call; must be the first operand. */
    public static final Operand LAST_ARGUMENT = new Operand(Kind.RECEIVER, 0);

    /** An argument of the rewritten method, counted from 0. */
    public static Operand argument(int index) {
        return new Operand(Kind.ARGUMENT, index);
    }
}
