package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * Makes the text that names a call site: class, method and position, as in a stack trace.
 *
 * <p>Thread safety: any thread.
 */
public final class SourcePosition {
    private static final String UNKNOWN_SOURCE = "Unknown Source";

    private SourcePosition() {}

    /**
     * The text for a line of a method.
     *
     * @param className with dots
     * @param file null if the class does not name it
     * @param line 0 if the class has no line numbers
     */
    public static String ofLine(String className, String method, @Nullable String file, int line) {
        return text(className, method, file == null ? UNKNOWN_SOURCE : file, ":", line);
    }

    /**
     * The text for a frame. If the frame has no line number, because its method was rewritten while it runs or was compiled without line numbers, the
     * bytecode index distinguishes its call sites.
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
