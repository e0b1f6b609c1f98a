package org.ompt4j.tools.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ompt4j.tools.read.Trace;

/** What one command did. */
record CommandLineRun(int exitCode, String out, String err) {

    /** Runs a command; every file that it opens is this trace. */
    static CommandLineRun on(Trace trace, String... arguments) {
        return with((file, shown) -> trace, arguments);
    }

    static CommandLineRun with(TraceOpener opener, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        int exitCode = OmptCommandLine.create(opener, out, new PrintWriter(err), Terminal.NONE)
                .execute(arguments);
        return new CommandLineRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString());
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
