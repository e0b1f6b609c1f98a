package org.ompt4j.tools.read;

import java.io.IOException;

/** A file cannot be read as a trace; the message is one line that says what, where, and what to do. */
public final class TraceFormatException extends IOException {
    private static final long serialVersionUID = 1;

    TraceFormatException(String message) {
        super(message);
    }

    TraceFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
