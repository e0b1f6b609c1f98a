package org.ompt4j.tools.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.read.Trace;

/**
 * A line on the terminal that shows how much of the trace has been read, from one second on until the command's first output. There is no line if
 * the output is not a terminal.
 *
 * <p>Thread safety: any thread; a thread of its own writes the line.
 */
final class Progress implements AutoCloseable {
    private static final long PERIOD_MILLIS = 250;
    private static final String LINE = OneLine.PREFIX + "reading the trace";

    private final Terminal terminal;
    private final PrintWriter err;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "ompt4j-progress");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Trace trace;
    private @Nullable Boolean wanted;
    private boolean shown;
    private boolean over;

    /** @param firstMillis the delay of the line in milliseconds */
    Progress(Terminal terminal, PrintWriter err, long firstMillis) {
        this.terminal = terminal;
        this.err = err;
        clock.scheduleWithFixedDelay(this::show, firstMillis, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Sets the open trace, so that the share can be shown. */
    synchronized void reads(Trace opened) {
        trace = opened;
    }

    private synchronized void show() {
        if (wanted == null) {
            wanted = terminal.showsErrors();
        }
        if (over || !wanted) {
            return;
        }
        Trace opened = trace;
        String share = opened == null ? "" : String.format(Locale.ROOT, ", %.0f %%", 100 * opened.shareRead());
        err.print("\r" + LINE + share + " ");
        err.flush();
        shown = true;
    }

    /** Removes the line for good. */
    @Override
    public synchronized void close() {
        over = true;
        clock.shutdownNow();
        if (shown) {
            err.print("\r" + " ".repeat((LINE + ", 100 % ").length()) + "\r");
            err.flush();
            shown = false;
        }
    }
}
