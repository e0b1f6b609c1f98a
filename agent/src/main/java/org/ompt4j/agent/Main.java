package org.ompt4j.agent;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the jar: {@code java -jar ompt-agent.jar COMMAND}. */
@Command(
        name = "java -jar ompt-agent.jar",
        description = {
            "OMPT4J shows what the parallel constructs of a Java program did, in the terms of OpenMP's tools interface.",
            "To record a run: java -javaagent:ompt-agent.jar -jar your-app.jar"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:good", "1:failed", "2:wrong usage"})
public final class Main implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Runs a command and ends the JVM with its exit code: 0 good, 1 failed, 2 wrong usage. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .addSubcommand(new ConfigCommand())
                .setExecutionExceptionHandler((failure, commandLine, parsed) -> {
                    commandLine.getErr().println("ompt4j: " + failure);
                    return 1;
                });
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command?");
    }

    /** What {@code --version} prints. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {AgentVersion.text() + ", Java " + System.getProperty("java.version")};
        }
    }
}
