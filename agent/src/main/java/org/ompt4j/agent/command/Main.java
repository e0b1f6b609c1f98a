package org.ompt4j.agent.command;

import org.ompt4j.tools.cli.OmptCommandLine;
import picocli.CommandLine;

/** The command line of the jar: {@code java -jar ompt-agent.jar COMMAND}. */
public final class Main {

    private Main() {}

    /** Runs a command and ends the JVM with its exit code: 0 success, 1 failure, 2 wrong usage. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return OmptCommandLine.create()
                .addSubcommand(runCommand())
                .addSubcommand(new ConfigCommand())
                .addSubcommand(new AttachCommand())
                .addSubcommand(new DetachCommand())
                .addSubcommand(new ControlProcessCommand())
                .addSubcommand(new TopCommand())
                .addSubcommand(new CommandLine.HelpCommand());
    }

    /** The options behind its first word are those of the command that it runs, and so are all before it that are not its own, as a whole. */
    private static CommandLine runCommand() {
        return new CommandLine(new RunCommand())
                .setStopAtPositional(true)
                .setUnmatchedOptionsArePositionalParams(true)
                .setPosixClusteredShortOptionsAllowed(false);
    }
}
