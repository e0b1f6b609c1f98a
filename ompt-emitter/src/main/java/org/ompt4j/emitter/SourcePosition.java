package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * The text that names a call site: class, method, and where in it, as a stack trace has it.
 *
 * <p>Thread safety: any thread.
 */
public final class SourcePosition {
    private static final String UNKNOWN_SOURCE = "Unknown Source";

    private SourcePosition() {}

    /**
     * Where a line is.
     *
     * @param className with dots
     * @param file null if the class does not name it
     * @param line 0 if the class has no line numbers
     */
    public static String ofLine(String className, String method, @Nullable String file, int line) {
        return text(className, method, file == null ? UNKNOWN_SOURCE : file, ":", line);
    }

    /**
     * Where a frame is. A method that was rewritten while it runs has lost its lines in the JVM's eyes, as one that was compiled without them
     * has: its bytecode index tells its call sites apart.
     */
    public static String of(StackWalker.StackFrame frame) {
        String file = frame.getFileName();
        int line = frame.getLineNumber();
        if (line > 0) {
            return ofLine(frame.getClassName(), frame.getMethodName(), file, line);
        }
        String source = file == null ? UNKNOWN_SOURCE : file;
        return text(frame.getClassName(), frame.getMethodName(), source, ", bytecode ", frame.getByteCodeIndex());
    }

    private static String text(String className, String method, String source, String separator, int position) {
        return new StringBuilder()
                .append(className)
                .append('.')
                .append(method)
                .append('(')
                .append(source)
                .append(separator)
                .append(position)
                .append(')')
                .toString();
    }
}
