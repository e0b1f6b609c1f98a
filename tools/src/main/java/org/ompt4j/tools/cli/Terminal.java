package org.ompt4j.tools.cli;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Properties of the terminal for the output. The JDK does not provide them, so a shell is called. */
interface Terminal {
    int DEFAULT_WIDTH = 80;
    int LEAST_WIDTH = 60;
    int MOST_WIDTH = 240;

    /** No terminal: the output goes to a file or a pipe. */
    Terminal NONE = new Terminal() {
        @Override
        public int width() {
            return DEFAULT_WIDTH;
        }

        @Override
        public boolean showsOutput() {
            return false;
        }

        @Override
        public boolean showsErrors() {
            return false;
        }
    };

    /** The terminal of this process. */
    Terminal OWN = new Terminal() {
        @Override
        public int width() {
            return widthOf(System.getenv("COLUMNS"), () -> ask("test -t 1 && stty size < /dev/tty >&2", Redirect.PIPE));
        }

        @Override
        public boolean showsOutput() {
            return ask("test -t 1 && exit 0 || exit 1", Redirect.INHERIT) != null;
        }

        @Override
        public boolean showsErrors() {
            String answer = ask("test -t 1 && test -t 2 && exit 0 || exit 1", Redirect.INHERIT);
            return answer != null;
        }
    };

    /** How many characters a line of the output may have. */
    int width();

    /** Whether the output goes to a terminal; false if it is not known. */
    boolean showsOutput();

    /** Whether both streams go to a terminal, so that a progress line does not get into a file. */
    boolean showsErrors();

    /**
     * The width in this setting; otherwise the second number in the terminal's answer; otherwise {@link #DEFAULT_WIDTH}.
     *
     * @param columns the variable COLUMNS
     */
    static int widthOf(@Nullable String columns, Answer terminal) {
        int width = number(columns);
        if (width == 0) {
            String answer = terminal.get();
            width = answer == null ? 0 : number(answer.strip().replaceFirst("^\\d+ ", ""));
        }
        return width == 0 ? DEFAULT_WIDTH : Math.max(LEAST_WIDTH, Math.min(width, MOST_WIDTH));
    }

    private static int number(@Nullable String text) {
        return text != null && text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
    }

    /** Returns the terminal's answer; null if there is none. */
    @FunctionalInterface
    interface Answer {
        @Nullable
        String get();
    }

    /** The output of a shell command on its error stream; null if the command fails or gives no answer. */
    private static @Nullable String ask(String command, Redirect errors) {
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
            return null;
        }
        try {
            Process shell = new ProcessBuilder("/bin/sh", "-c", command)
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectOutput(Redirect.INHERIT)
                    .redirectError(errors)
                    .start();
            if (!shell.waitFor(1, TimeUnit.SECONDS)) {
                shell.destroy();
                return null;
            }
            String answer = new String(shell.getErrorStream().readAllBytes(), StandardCharsets.US_ASCII);
            return shell.exitValue() == 0 ? answer : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
