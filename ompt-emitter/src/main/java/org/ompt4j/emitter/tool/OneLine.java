package org.ompt4j.emitter.tool;

/** Throwables as messages show them. */
final class OneLine {
    private OneLine() {}

    /** Class and message of a throwable and of what caused it, in one line. */
    static String of(Throwable thrown) {
        StringBuilder text = new StringBuilder(describe(thrown));
        Throwable cause = thrown.getCause();
        if (cause != null && cause != thrown) {
            text.append(", caused by ").append(describe(cause));
        }
        return text.toString();
    }

    private static String describe(Throwable thrown) {
        try {
            return thrown.toString().replace('\r', ' ').replace('\n', ' ');
        } catch (RuntimeException fromForeignCode) {
            return thrown.getClass().getName();
        }
    }
}
