package org.ompt4j.agent.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.live.LiveMailbox;
import org.ompt4j.agent.live.LiveWindow;
import org.ompt4j.tools.cli.OmptCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.TypeConversionException;

/** {@code top}: shows at intervals what the threads of a JVM of the same user are doing. */
@Command(
        name = "top",
        description = {
            "Show what the threads of a running JVM with the agent are doing: their states, locks with who waits for them and"
                    + " who holds them, pools with their queues, regions. q quits.",
            "",
            "The agent looks at all threads about fifty times a second; the numbers are of these looks. What happens between"
                    + " two of them is not seen.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all pictures were shown, or q was pressed, or the JVM ended",
            "1:the JVM cannot be reached, has no agent, or ended before COUNT pictures",
            "2:wrong usage"
        })
final class TopCommand extends ProcessCommand {
    private static final long NANOS = 1_000_000_000;
    private static final long PAUSE_NANOS = 50_000_000;

    /** Longer than the agent waits until a window is taken. */
    private static final long TIMEOUT_NANOS = LiveMailbox.TIMEOUT_NANOS + 5 * NANOS;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "SECONDS",
            defaultValue = "1",
            converter = Interval.class,
            description = "How long the time is that each picture shows, from 0.1 to 60 (default: ${DEFAULT-VALUE}).")
    private long intervalNanos;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "COUNT",
            converter = Count.class,
            description = "Show so many pictures, one below the other, then end (default: go on until q, Ctrl-C or the"
                    + " end of the JVM).")
    private long count;

    @Option(names = "--once", description = "The same as -n 1.")
    private boolean once;

    @ParentCommand
    private @Nullable OmptCommand root;

    /** A stream that tells whether its output is still read. */
    private PrintWriter out = new PrintWriter(Writer.nullWriter());

    private @Nullable TopFeed feed;
    private @Nullable TopTerminal terminal;

    @Override
    int run() throws IOException {
        out = new PrintWriter(Objects.requireNonNull(root).text());
        long wanted = once ? 1 : count;
        Thread atEnd = new Thread(this::leave);
        Runtime.getRuntime().addShutdownHook(atEnd);
        try {
            return watch(wanted);
        } finally {
            leave();
            Runtime.getRuntime().removeShutdownHook(atEnd);
        }
    }

    private synchronized void leave() {
        if (terminal != null) {
            terminal.close();
        }
        if (feed != null) {
            feed.close();
        }
    }

    private synchronized TopFeed begin() throws IOException {
        TopFeed begun = TopFeed.open(pid(), intervalNanos);
        feed = begun;
        return begun;
    }

    private synchronized @Nullable TopTerminal takeScreen(long wanted) {
        if (wanted == 0 && Objects.requireNonNull(root).isTerminal()) {
            terminal = TopTerminal.enter(out);
        }
        return terminal;
    }

    private int watch(long wanted) throws IOException {
        TopFeed from = begin();
        TopTerminal screen = takeScreen(wanted);
        long shown = 0;
        long heardNanos = System.nanoTime();
        while (shown == 0 || shown != wanted) {
            LiveWindow window = from.poll();
            if (window != null) {
                heardNanos = System.nanoTime();
                shown++;
                show(window, screen, shown);
            } else if (!from.isAlive()) {
                return ended(shown, wanted);
            } else if (System.nanoTime() - heardNanos > intervalNanos + TIMEOUT_NANOS) {
                // This command was suspended for a while, so that the agent's time limit has passed.
                from.close();
                from = begin();
                heardNanos = System.nanoTime();
            }
            if (screen != null && screen.isDone() || out.checkError()) {
                return CommandLine.ExitCode.OK;
            }
            if (shown != wanted || shown == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        return CommandLine.ExitCode.OK;
    }

    private int ended(long shown, long wanted) {
        leave();
        String line = "process " + pid() + " has ended";
        return shown > 0 && wanted == 0 ? say(line) : fail(line);
    }

    private void show(LiveWindow window, @Nullable TopTerminal screen, long number) {
        int[] size = screen == null ? null : screen.size();
        int width = size == null ? Objects.requireNonNull(root).width() : size[1];
        TopPage page = new TopPage(window, pid(), Math.max(width, TopPage.LEAST_WIDTH));
        if (screen != null) {
            screen.show(page.screen(size == null ? TopPage.DEFAULT_HEIGHT : size[0]));
            return;
        }
        if (number > 1) {
            out.println();
        }
        page.all().forEach(out::println);
        out.flush();
    }

    /** Seconds, as nanoseconds. */
    static final class Interval implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (text.matches("\\d{1,4}(\\.\\d{1,9})?")) {
                double seconds = Double.parseDouble(text);
                if (seconds >= 0.1 && seconds <= 60) {
                    return (long) (seconds * NANOS);
                }
            }
            throw new TypeConversionException("'" + text + "' is no number of seconds from 0.1 to 60");
        }
    }

    /** From 1 on. */
    static final class Count implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (text.matches("[1-9]\\d{0,8}")) {
                return Long.parseLong(text);
            }
            throw new TypeConversionException("'" + text + "' is no count from 1 on");
        }
    }
}
