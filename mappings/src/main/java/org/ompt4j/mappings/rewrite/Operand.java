package org.ompt4j.mappings.rewrite;

/**
 * An argument of a hook.
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

    /** The result of the method, or of the call inside it; must be the first operand. */
    public static final Operand RESULT = new Operand(Kind.RESULT, 0);

    /** The exception that the method, or the call inside it, threw; must be the first operand. */
    public static final Operand THROWN = new Operand(Kind.THROWN, 0);

    /** The result of the method's enter hook. */
    public static final Operand TOKEN = new Operand(Kind.TOKEN, 0);

    /**
     * For hooks after a call inside the method: the result of the hook before this call. For hooks at an exit of the method: the result of the hook
     * before the last such call, 0 or null if there was none; then only one call of the method may have a token.
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
