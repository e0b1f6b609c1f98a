package org.ompt4j.agent.run;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;

/**
 * Where the agent speaks to the user: lines with its prefix on the standard error stream that the JVM started with, whatever the
 * application has set since.
 *
 * <p>Thread safety: any thread.
 */
public final class AgentOutput {

    private final PrintStream stream;
    private final boolean quiet;
    private @Nullable List<String> collected;

    public AgentOutput(PrintStream stream, boolean quiet) {
        this.stream = stream;
        this.quiet = quiet;
    }

    /** Prints the line unless the user asked for quiet, or keeps it for the request that waits for an answer. */
    public void say(String line) {
        if (!isCollected(line) && !quiet) {
            printAlways(line);
        }
    }

    /** Says several lines, see {@link #say}. */
    public void sayAll(List<String> lines) {
        for (String line : lines) {
            say(line);
        }
    }

    private synchronized boolean isCollected(String line) {
        List<String> lines = collected;
        return lines != null && lines.add(line);
    }

    /** From now on keeps what is said. */
    public synchronized void collect() {
        collected = new ArrayList<>();
    }

    /** What was kept; from now on lines are printed. */
    public synchronized List<String> collected() {
        List<String> lines = collected;
        collected = null;
        return lines == null ? List.of() : lines;
    }

    /** Prints the line even so: the JVM is about to end because of what it says. */
    public void printAlways(String line) {
        // One write, so that lines of other threads do not come in between.
        stream.print(OneLine.ofOurs(line).concat(System.lineSeparator()));
        stream.flush();
    }
}
