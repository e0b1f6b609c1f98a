package org.ompt4j.agent;

import java.io.PrintStream;

/**
 * Where the agent speaks to the user: lines with its prefix on the standard error stream that the JVM started with, whatever the
 * application has set since.
 *
 * <p>Thread safety: any thread.
 */
final class AgentOutput {

    private static final String PREFIX = "ompt4j: ";

    private final PrintStream stream;
    private final boolean quiet;

    AgentOutput(PrintStream stream, boolean quiet) {
        this.stream = stream;
        this.quiet = quiet;
    }

    /** Prints the line unless the user asked for quiet. */
    void say(String line) {
        if (!quiet) {
            sayAnyway(line);
        }
    }

    /** Prints the line even so: the JVM is about to end because of what it says. */
    void sayAnyway(String line) {
        // One write, so that lines of other threads do not come in between.
        stream.print(PREFIX.concat(line).concat(System.lineSeparator()));
        stream.flush();
    }
}
