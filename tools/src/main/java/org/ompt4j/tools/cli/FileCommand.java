package org.ompt4j.tools.cli;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that reads traces. */
abstract class FileCommand implements Callable<Integer> {

    @ParentCommand
    private @Nullable OmptCommand root;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public final Integer call() throws IOException {
        return run(Objects.requireNonNull(root));
    }

    /** Executes the command; returns the exit code. */
    abstract int run(OmptCommand command) throws IOException;

    /** Refuses a value of an option that is too small. */
    final void requireAtLeast(String option, long least, long value) {
        if (value < least) {
            throw usage(option + " must be at least " + least + ", but is " + value);
        }
    }

    /** Refuses two options that exclude each other. */
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
