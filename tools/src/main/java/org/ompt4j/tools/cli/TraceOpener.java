package org.ompt4j.tools.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.ompt4j.tools.read.Trace;

/** Opens traces for the commands; tests can provide traces of their own. */
@FunctionalInterface
interface TraceOpener {

    /**
     * Opens the trace.
     *
     * @param shown converts each text that the observed program could choose, for display
     * @throws IOException if the file cannot be read as a trace; its message is one line with the reason
     */
    Trace open(Path file, UnaryOperator<String> shown) throws IOException;
}
