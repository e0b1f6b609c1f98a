package org.ompt4j.tools.cli;

import org.jspecify.annotations.Nullable;

/** Ends a command with one line for the user and exit code 1. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param line what went wrong, with what, and what to do about it */
    CommandFailure(String line, @Nullable Throwable cause) {
        super(line, cause);
    }
}
