package org.ompt4j.agent.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.ompt4j.text.OneLine;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command about another process: its number, and the ways it can go wrong. */
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

    /** Carries the command out; the exit code. What cannot be done is an exception whose message is shown. */
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
