package org.ompt4j.agent.command;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * The terminal as a screen that is rewritten at intervals, and from which single keys are read. The JDK supports neither the size of the screen nor
 * single keys, so {@code stty} is used for both; without {@code stty} a key has to be followed by Enter.
 *
 * <p>Thread safety: one thread at a time; {@link #close} any thread. When Ctrl-Z stops the program, the terminal is restored until the program goes
 * on.
 */
final class TopTerminal implements AutoCloseable {
    /** Switches to the alternate screen, which keeps the content of the terminal, and hides the cursor. */
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";

    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K\n";
    private static final String CLEAR_REST = "\u001b[K\u001b[J";
    private static final String RAW = "stty -icanon -echo min 0 time 0";
    private static final int END_OF_INPUT = 4;

    /** The signal that Ctrl-Z sends. */
    private static final String STOP = "TSTP";

    private final PrintWriter out;
    private final @Nullable String before;
    private final boolean keys;
    private boolean left;

    private TopTerminal(PrintWriter out, @Nullable String before, boolean keys) {
        this.out = out;
        this.before = before;
        this.keys = keys;
    }

    /** Takes over the screen. */
    static TopTerminal enter(PrintWriter out) {
        boolean keys = ask("test -t 0 && echo yes", Redirect.INHERIT) != null;
        TopTerminal terminal = new TopTerminal(out, keys ? ask("stty -g", tty()) : null, keys);
        terminal.print(ENTER);
        terminal.onStop(terminal::stop);
        return terminal;
    }

    private void onStop(SignalHandler handler) {
        try {
            Signal.handle(new Signal(STOP), handler);
        } catch (IllegalArgumentException notOnThisSystem) {
            // Then it does not stop.
        }
    }

    private synchronized void stop(Signal signal) {
        if (!left) {
            leave();
            onStop(SignalHandler.SIG_DFL);
            Signal.raise(signal);
            // It goes on.
            onStop(this::stop);
            print(ENTER);
        }
    }

    /**
     * The number of lines and columns; null if it is not known. Also switches the terminal to single keys, each time, since a suspension undoes
     * that.
     */
    synchronized int @Nullable [] size() {
        String answer = ask(keys ? RAW + "; stty size" : "stty size", tty());
        if (answer == null || !answer.matches("\\d{1,4} \\d{1,4}")) {
            return null;
        }
        String[] numbers = answer.split(" ");
        int[] size = {Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])};
        return size[0] == 0 || size[1] == 0 ? null : size;
    }

    /** Replaces the lines on the screen. */
    synchronized void show(List<String> lines) {
        print(HOME + String.join(CLEAR_LINE, lines) + CLEAR_REST);
    }

    /** Whether the user has pressed the key for the end. */
    boolean isDone() throws IOException {
        while (keys && System.in.available() > 0) {
            int key = System.in.read();
            if (key == 'q' || key == 'Q' || key == END_OF_INPUT) {
                return true;
            }
        }
        return false;
    }

    /** Restores the terminal. */
    @Override
    public synchronized void close() {
        if (left) {
            return;
        }
        left = true;
        onStop(SignalHandler.SIG_DFL);
        leave();
    }

    private void leave() {
        if (before != null) {
            ask("stty " + before, tty());
        }
        print(LEAVE);
    }

    private void print(String text) {
        out.print(text);
        out.flush();
    }

    private static Redirect tty() {
        return Redirect.from(new File("/dev/tty"));
    }

    /** The output of a shell command whose input is the terminal; null if the command fails. */
    private static @Nullable String ask(String command, Redirect input) {
        try {
            Process shell = new ProcessBuilder("/bin/sh", "-c", command)
                    .redirectInput(input)
                    .redirectError(Redirect.DISCARD)
                    .start();
            if (!shell.waitFor(1, TimeUnit.SECONDS)) {
                shell.destroy();
                return null;
            }
            String answer = new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return shell.exitValue() == 0 ? answer.strip() : null;
        } catch (IOException noShell) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
