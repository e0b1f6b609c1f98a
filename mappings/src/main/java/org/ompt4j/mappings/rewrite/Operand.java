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
        STACK_TOP
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

    /**
     * Before a call inside the method: its last argument, which must be a reference, or its receiver if it has no arguments. Before the
     * read of a field: the object that has it. Must be the first operand.
     */
    public static final Operand STACK_TOP = new Operand(Kind.STACK_TOP, 0);

    /** An argument of the rewritten method, counted from 0. */
    public static Operand argument(int index) {
        return new Operand(Kind.ARGUMENT, index);
    }
}
