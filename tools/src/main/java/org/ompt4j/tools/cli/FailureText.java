package org.ompt4j.tools.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Nearest;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.read.TraceFormatException;
import org.ompt4j.tools.trace.OutputName;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The messages of the command line for wrong usage and for failures. */
final class FailureText {
    private FailureText() {}

    /** Writes what is wrong with the arguments, and suggestions; returns the exit code. */
    static int writeUsage(ParameterException failure, String[] args) {
        CommandLine line = failure.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(OneLine.PREFIX + OneLine.joined(problem(failure)));
        if (invalidPath(failure) != null) {
            err.flush();
            return CommandLine.ExitCode.USAGE;
        }
        if (!suggests(failure, err)) {
            CommandLine.Help help = line.getHelp();
            err.print(help.synopsisHeading() + help.synopsis(help.synopsisHeadingLength()));
        }
        err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    /** Writes a suggestion if there is a word that the user may have meant; returns whether there is one. */
    private static boolean suggests(ParameterException failure, PrintWriter err) {
        if (failure instanceof CommandLine.UnmatchedArgumentException unmatched && isOfCommand(unmatched)) {
            List<String> commands =
                    List.copyOf(failure.getCommandLine().getSubcommands().keySet());
            String nearest = Nearest.of(unmatched.getUnmatched().get(0), commands);
            if (nearest != null) {
                err.println("Did you mean " + nearest + "?");
            }
            return nearest != null;
        }
        return CommandLine.UnmatchedArgumentException.printSuggestions(failure, err);
    }

    private static boolean isOfCommand(CommandLine.UnmatchedArgumentException unmatched) {
        return !unmatched.isUnknownOption() && unmatched.getCommandLine().getParent() == null;
    }

    private static String problem(ParameterException failure) {
        InvalidPathException invalid = invalidPath(failure);
        if (invalid != null) {
            return badName(invalid);
        }
        if (failure instanceof CommandLine.UnmatchedArgumentException unmatched) {
            String first = unmatched.getUnmatched().get(0);
            if (unmatched.isUnknownOption()) {
                // The next word may be the option's value or an argument of the command.
                return "there is no option " + first;
            }
            return isOfCommand(unmatched) ? "there is no command " + first : first + " is one argument too many";
        }
        return String.valueOf(failure.getMessage())
                .replaceFirst(" is not an? (int|long)$", " is not a whole number")
                .replaceFirst(
                        "^Error: Missing required argument \\(specify one of these\\): \\((.*)\\)$",
                        "Missing required option: one of $1")
                .replaceFirst("^Error: ", "");
    }

    /** The failure of parsing the name of a file; null if the failure is another one. */
    private static @Nullable InvalidPathException invalidPath(ParameterException failure) {
        String value = failure.getValue();
        if (value == null || failure instanceof CommandLine.UnmatchedArgumentException) {
            return null;
        }
        try {
            Path unused = Path.of(value);
            return null;
        } catch (InvalidPathException invalid) {
            return invalid;
        }
    }

    private static String badName(InvalidPathException invalid) {
        return invalid.getInput() + ": the JVM cannot use this name (" + OutputName.whyUnusable(invalid) + ")";
    }

    /** The message of a failed command. */
    static String of(Exception failure) {
        if (failure instanceof UncheckedIOException && failure.getCause() instanceof IOException cause) {
            return of(cause);
        }
        if (failure instanceof CommandFailure || failure instanceof IOException) {
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof InvalidPathException invalid) {
            return badName(invalid); // Also the working directory can have such letters.
        }
        return "unexpected failure, please report it: " + failure;
    }

    /** Whether the reader of a pipe such as head has seen enough. The text comes from the operating system, "Broken pipe" or the like. */
    static boolean isClosedPipe(Exception failure) {
        return failure instanceof IOException
                && !(failure instanceof TraceFormatException)
                && failure.getMessage() != null
                && failure.getMessage().toLowerCase(Locale.ROOT).contains("pipe");
    }
}
