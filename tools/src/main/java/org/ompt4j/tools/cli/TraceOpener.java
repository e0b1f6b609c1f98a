package org.ompt4j.tools.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.ompt4j.tools.read.Trace;

/** How the commands get at a trace; tests put a trace of their own here. */
@FunctionalInterface
interface TraceOpener {

    /**
     * Opens the trace.
     *
     * @param shown what becomes of each text that the observed program could choose
     * @throws IOException if the file cannot be read as a trace; its message is one line that tells the user why
     */
    Trace open(Path file, UnaryOperator<String> shown) throws IOException;
}
