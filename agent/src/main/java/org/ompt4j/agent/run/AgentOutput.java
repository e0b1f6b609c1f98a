package org.ompt4j.agent.run;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;

/**
 * The agent's messages to the user: lines with the prefix of the agent on the standard error stream with which the JVM was started, also if the
 * application has replaced {@code System.err}.
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

    /** Prints several lines, see {@link #say}. */
    public void sayAll(List<String> lines) {
        for (String line : lines) {
            say(line);
        }
    }

    private synchronized boolean isCollected(String line) {
        List<String> lines = collected;
        return lines != null && lines.add(line);
    }

    /** From now on keeps the lines. */
    public synchronized void collect() {
        collected = new ArrayList<>();
    }

    /** Returns the lines that were kept; from now on lines are printed. */
    public synchronized List<String> collected() {
        List<String> lines = collected;
        collected = null;
        return lines == null ? List.of() : lines;
    }

    /** Prints the line in any case, also with {@code quiet}: the line gives the reason why the JVM is about to end. */
    public void printAlways(String line) {
        // One write, so that lines of other threads do not come in between.
        stream.print(OneLine.ofOurs(line).concat(System.lineSeparator()));
        stream.flush();
    }
}
