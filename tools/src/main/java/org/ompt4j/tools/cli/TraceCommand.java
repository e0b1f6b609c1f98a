package org.ompt4j.tools.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that reads one trace. */
abstract class TraceCommand implements Callable<Integer> {

    @ParentCommand
    private @Nullable OmptCommand root;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The trace file.")
    private Path file = Path.of("");

    @Override
    public final Integer call() throws IOException {
        return read(Objects.requireNonNull(root), file);
    }

    /** Reads the trace and writes what the command is for; answers the exit code. */
    abstract int read(OmptCommand command, Path trace) throws IOException;

    /** Refuses a value of an option that is too small. */
    final void requireAtLeast(String option, long least, long value) {
        if (value < least) {
            throw usage(option + " must be at least " + least + ", but is " + value);
        }
    }

    /** Refuses two options that say different things. */
    final void requireOneOf(String option, boolean isGiven, String other, boolean isOtherGiven) {
        if (isGiven && isOtherGiven) {
            throw usage(option + " and " + other + " cannot be given together");
        }
    }

    /** Wrong usage of this command. */
    final ParameterException usage(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
