package org.ompt4j.tools.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;

/** What one command did, in the JVM of the test. */
public record CommandLineRun(int exitCode, String out, String err) {

    /** As wide as a terminal can be. */
    private static final Terminal WIDE = new Terminal() {
        @Override
        public int width() {
            return MOST_WIDTH;
        }

        @Override
        public boolean showsOutput() {
            return false;
        }

        @Override
        public boolean showsErrors() {
            return false;
        }
    };

    /** Runs a command on files, so that no sentence which a test looks for is broken. */
    public static CommandLineRun wide(String... arguments) {
        return with(Traces::open, WIDE, arguments);
    }

    /** Runs a command; every file that it opens is this trace. */
    static CommandLineRun on(Trace trace, String... arguments) {
        return with((file, shown) -> trace, arguments);
    }

    static CommandLineRun with(TraceOpener opener, String... arguments) {
        return with(opener, Terminal.NONE, arguments);
    }

    private static CommandLineRun with(TraceOpener opener, Terminal terminal, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        int exitCode = OmptCommandLine.create(opener, out, new PrintWriter(err), terminal)
                .execute(arguments);
        return new CommandLineRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString());
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
