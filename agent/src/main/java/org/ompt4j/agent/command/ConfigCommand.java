package org.ompt4j.agent.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ConfigText;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.ConfigurationLoader;
import org.ompt4j.agent.jar.MonitorLibraryFile;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.trace.IoReason;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code config}: writes a configuration file to start from, or prints the settings that a run would use. */
@Command(
        name = "config",
        description = {"Write a configuration file to start from, or show which settings a run would use.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the file cannot be written", "2:wrong usage, or an error in the settings"})
final class ConfigCommand implements Callable<Integer> {

    @ArgGroup(multiplicity = "1")
    private Mode mode = new Mode();

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "With --init: write to this file, which must not exist yet, instead of standard output.")
    private @Nullable Path output;

    @Parameters(
            arity = "0..1",
            paramLabel = "ARGUMENTS",
            description = "With --effective: agent arguments, as after -javaagent:ompt-agent.jar=")
    private @Nullable String agentArguments;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        return mode.init ? init() : effective();
    }

    private int init() {
        if (output == null || output.toString().equals("-")) {
            print(ConfigText.commentedFile());
            return CommandLine.ExitCode.OK;
        }
        try {
            Files.writeString(
                    output, ConfigText.commentedFile(), StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
            return CommandLine.ExitCode.OK;
        } catch (FileAlreadyExistsException e) {
            complain(output + " exists already; name another file or remove it first");
        } catch (IOException e) {
            complain(output + " cannot be written (" + IoReason.of(e) + "); name another file");
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    private int effective() {
        Configuration configuration = ConfigurationLoader.load(agentArguments);
        print(ConfigText.effective(configuration));
        String obstacle = configuration.wantsMonitorLibrary() ? MonitorLibraryFile.obstacle() : null;
        if (obstacle != null) {
            print("# " + OneLine.of(MonitorLibraryFile.rewritten(obstacle)) + '\n');
        }
        configuration.warnings().forEach(this::complain);
        configuration.errors().forEach(this::complain);
        return configuration.errors().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.USAGE;
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }

    private void complain(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(OneLine.ofOurs(line));
        err.flush();
    }

    /** Exactly one of the two. */
    static final class Mode {
        @Option(names = "--init", required = true, description = "Print a commented file with every setting.")
        private boolean init;

        @Option(
                names = "--effective",
                required = true,
                description = "Print every setting with its value and where the value comes from.")
        void setEffective(boolean chosen) {
            init = !chosen;
        }
    }
}
