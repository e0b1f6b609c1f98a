package org.ompt4j.tools.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;

/** The result of one command, which runs in the JVM of the test. */
public record CommandLineRun(int exitCode, String out, String err) {

    /** A terminal so wide that no line is broken. */
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

    /** Runs a command on files; its output has no line breaks in sentences. */
    public static CommandLineRun wide(String... arguments) {
        return with(Traces::open, WIDE, arguments);
    }

    /** Runs a command for which every file is this trace. */
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
