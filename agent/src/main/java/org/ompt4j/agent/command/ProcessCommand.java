package org.ompt4j.agent.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.ompt4j.text.OneLine;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that concerns another process: the parameter with the process id, and the handling of errors. */
abstract class ProcessCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "PID", description = "Process id of the JVM, as jps shows it.")
    private long pid;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public final Integer call() {
        if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
            return fail("this Java runtime (" + System.getProperty("java.home")
                    + ") has no module jdk.attach; run the command with a JDK");
        }
        try {
            return run();
        } catch (IOException e) {
            return fail(String.valueOf(e.getMessage()));
        }
    }

    /** Carries out the command; returns the exit code. A failure is an exception whose message is printed. */
    abstract int run() throws IOException;

    final long pid() {
        return pid;
    }

    final int say(String line) {
        spec.commandLine().getOut().println(OneLine.of(line));
        spec.commandLine().getOut().flush();
        return CommandLine.ExitCode.OK;
    }

    final int fail(String line) {
        spec.commandLine().getErr().println(OneLine.ofOurs(line));
        spec.commandLine().getErr().flush();
        return CommandLine.ExitCode.SOFTWARE;
    }
}
