package org.ompt4j.tools.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** A command that reads one trace. */
abstract class TraceCommand extends FileCommand {

    @Parameters(paramLabel = "FILE", description = "The trace file.")
    private Path file = Path.of("");

    @Override
    final int run(OmptCommand command) throws IOException {
        return read(command, file);
    }

    /** Reads the trace and writes the command's output; returns the exit code. */
    abstract int read(OmptCommand command, Path trace) throws IOException;
}
