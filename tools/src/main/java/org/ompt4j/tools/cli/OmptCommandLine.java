package org.ompt4j.tools.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import org.ompt4j.tools.read.Traces;
import picocli.CommandLine;

/** The command line with the commands of this module. Thread safety: none. */
public final class OmptCommandLine {
    private OmptCommandLine() {}

    /** Creates the command line. Other modules add their commands with {@link CommandLine#addSubcommand(Object)}. */
    public static CommandLine create() {
        return create(
                Traces::open,
                new FileOutputStream(FileDescriptor.out),
                new PrintWriter(System.err, true, OmptCommand.terminalCharset()),
                Terminal.OWN);
    }

    static CommandLine create(TraceOpener opener, OutputStream out, PrintWriter err, Terminal terminal) {
        OmptCommand root = new OmptCommand(opener, out, terminal);
        CommandLine line = new CommandLine(root);
        line.addSubcommand(new PrintCommand());
        line.addSubcommand(new ReportCommand());
        line.addSubcommand(new CheckCommand());
        line.addSubcommand(new ExportCommand());
        line.addSubcommand(new CompareCommand());
        line.addSubcommand(new ScoreCommand());
        line.setOut(new PrintWriter(new OutputStreamWriter(out, OmptCommand.terminalCharset()), true));
        line.setErr(err);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        // A word with @ can be an argument of the program that a command runs.
        line.setExpandAtFiles(false);
        line.setParameterExceptionHandler(FailureText::writeUsage);
        line.setExecutionExceptionHandler(root::explainFailure);
        return line;
    }
}
