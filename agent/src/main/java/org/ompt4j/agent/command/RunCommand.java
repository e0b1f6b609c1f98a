package org.ompt4j.agent.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.AgentArguments;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.ConfigurationLoader;
import org.ompt4j.agent.jar.AgentJar;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.cli.OmptCommand;
import org.ompt4j.tools.trace.OutputName;
import org.ompt4j.tools.trace.ReadingHint;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code run}: runs a command under the agent and prints the findings of the run when the command has ended, in whatever way. */
@Command(
        name = "run",
        description = {
            "Run a command under the agent, with samples of its code (tool=profile unless set), and say what stands out when it"
                    + " ends. All that it did is written as a page for a browser beside the trace.",
            "",
            "The command is java with its arguments, those arguments alone (-jar app.jar, com.acme.Main), or any other"
                    + " command, such as mvn test: then every JVM that it starts is observed, by means of the variable"
                    + " JAVA_TOOL_OPTIONS. Standard input and output are the command's own; what stands out is written to"
                    + " standard error.",
            ""
        },
        customSynopsis = {
            "java -jar ompt-agent.jar run [-hV] [--no-page] [KEY=VALUE]... [--] COMMAND [ARGUMENT]...",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "2:wrong usage, or an error in the settings; the command was not started",
            "126:the agent's jar cannot be used; the command was not started",
            "127:the command cannot be started",
            "other:the command's own; 128 and the number of the signal that ended it"
        })
final class RunCommand implements Callable<Integer> {
    private static final int NOT_STARTED = 127;
    private static final int NO_AGENT = 126;

    /** The tool whose report has most information; used unless the user has chosen one. */
    private static final String TOOL = "profile";

    /** Values of {@code tool} with which no trace is written. */
    private static final List<String> WITHOUT_TRACE = List.of("none", "conformance");

    private static final String NO_PAGE = "--no-page";

    @Option(names = NO_PAGE, description = "Write no page for a browser.")
    private boolean noPage;

    @Parameters(
            paramLabel = "KEY=VALUE",
            arity = "0..*",
            description =
                    "Settings, the same as those of -javaagent (config --init lists them), before the command; -- may stand"
                            + " between.")
    private List<String> words = new ArrayList<>();

    @ParentCommand
    private @Nullable OmptCommand root;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        List<String> settings = new ArrayList<>();
        int next = 0;
        while (next < words.size() && isForUs(words.get(next))) {
            String word = words.get(next++);
            if (word.equals(NO_PAGE)) {
                noPage = true;
            } else {
                settings.add(word);
            }
        }
        boolean separated = next < words.size() && words.get(next).equals("--");
        List<String> command = words.subList(separated ? next + 1 : next, words.size());
        if (command.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Which command is to be run?");
        }
        return run(String.join(",", settings), new ProgramCommand(command));
    }

    /** Whether this is a setting, or the option of this command after a setting. */
    private static boolean isForUs(String word) {
        return word.equals(NO_PAGE) || word.matches("[a-z][a-z.-]*=.*");
    }

    private int run(String given, ProgramCommand command) throws InterruptedException {
        Configuration configuration = ConfigurationLoader.load(
                given, System.getenv(), command.isJava() ? command.properties() : System.getProperties());
        if (!configuration.errors().isEmpty()) {
            configuration.errors().forEach(this::complain);
            return CommandLine.ExitCode.USAGE;
        }
        String jar = usableJar();
        if (jar == null) {
            return NO_AGENT;
        }
        String givesAgent = command.givesAgent(jar, System.getenv());
        if (givesAgent != null) {
            complain(givesAgent
                    + " names the agent already; leave out that -javaagent, or run the command without this one");
            return CommandLine.ExitCode.USAGE;
        }
        ProcessBuilder process;
        try {
            process = withAgent(command, "-javaagent:" + jar, given, configuration);
        } catch (IllegalArgumentException e) {
            complain(String.valueOf(e.getMessage()));
            return CommandLine.ExitCode.USAGE;
        }
        boolean writes = !WITHOUT_TRACE.contains(configuration.text(ConfigKey.TOOL));
        return run(process.inheritIO(), NewTraces.of(OutputName.usable(configuration.text(ConfigKey.OUTPUT))), writes);
    }

    /** @throws IllegalArgumentException if a setting cannot be given to a JVM, as {@link AgentArguments#text} does */
    private ProcessBuilder withAgent(ProgramCommand command, String agent, String given, Configuration configuration) {
        return command.isJava()
                ? command.withAgent(agent + arguments(given, configuration))
                : command.withVariable(agent + "=" + forAnyDirectory(configuration));
    }

    /** The settings of the command line, and the default tool if no source of settings chooses one. */
    private static String arguments(String given, Configuration configuration) {
        String tool = configuration.isSet(ConfigKey.TOOL) ? "" : ConfigKey.TOOL.key() + "=" + TOOL;
        String arguments = tool.isEmpty() || given.isEmpty() ? tool + given : tool + "," + given;
        return arguments.isEmpty() ? "" : "=" + arguments;
    }

    private int run(ProcessBuilder command, NewTraces traces, boolean writes) throws InterruptedException {
        int exitCode;
        try (SignalRelay signals = SignalRelay.install()) {
            Process process = command.start();
            signals.to(process);
            exitCode = process.waitFor();
        } catch (IOException e) {
            complain("the command cannot be started: " + e.getMessage());
            return NOT_STARTED;
        }
        List<Path> found = traces.found();
        if (found.isEmpty() && writes) {
            complain("no trace was written to " + traces);
        }
        if (!found.isEmpty()) {
            tell(Objects.requireNonNull(root), found);
        }
        return exitCode;
    }

    private void tell(OmptCommand command, List<Path> traces) {
        Path first = traces.get(0);
        if (traces.size() == 1) {
            command.tellFindings(first, noPage ? null : ReadingHint.page(first));
        } else {
            command.tellFindings(traces, noPage ? null : ReadingHint.jointPage(first));
        }
    }

    /** The path of the agent jar; null if a JVM cannot use it, after an error line. */
    private @Nullable String usableJar() {
        try {
            AgentJar.open().close();
            File file = AgentJar.file();
            if (file.getPath().indexOf('=') >= 0) {
                complain(
                        file
                                + " cannot be used: its path contains '=', after which a JVM expects settings; copy the jar to another path");
                return null;
            }
            return file.getAbsolutePath();
        } catch (IOException e) {
            complain("the agent's jar cannot be read: " + e.getMessage());
            return null;
        }
    }

    /** The settings as agent arguments, for JVMs whose working directories may be others than this one's. */
    private String forAnyDirectory(Configuration configuration) {
        Map<ConfigKey, String> settings = configuration.fromArguments();
        if (!configuration.isSet(ConfigKey.TOOL)) {
            settings.put(ConfigKey.TOOL, TOOL);
        }
        settings.put(ConfigKey.OUTPUT, output(configuration.text(ConfigKey.OUTPUT)));
        String file = configuration.text(ConfigKey.CONFIG);
        if (!file.isEmpty()) {
            settings.put(ConfigKey.CONFIG, new File(file).getAbsolutePath());
        }
        return AgentArguments.text(settings);
    }

    private String output(String pattern) {
        String output = OutputName.usable(pattern);
        String reason = OutputName.whyUnusable(OutputName.absolute(pattern));
        if (!reason.isEmpty()) {
            complain("cannot write " + OutputName.absolute(pattern) + " (" + reason + "): the traces go to " + output);
        }
        return output;
    }

    private void complain(String line) {
        spec.commandLine().getErr().println(OneLine.ofOurs(line));
        spec.commandLine().getErr().flush();
    }
}
