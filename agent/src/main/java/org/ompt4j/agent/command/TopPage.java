package org.ompt4j.agent.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.ompt4j.agent.live.LiveWindow;
import org.ompt4j.agent.live.LiveWindow.DeadlockRow;
import org.ompt4j.agent.live.LiveWindow.MutexRow;
import org.ompt4j.agent.live.LiveWindow.PoolRow;
import org.ompt4j.agent.live.LiveWindow.RegionRow;
import org.ompt4j.agent.live.LiveWindow.Seen;
import org.ompt4j.agent.live.LiveWindow.ThreadRow;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.report.Names;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.RowLine;
import org.ompt4j.tools.report.TextTable;
import org.ompt4j.tools.text.Columns;
import org.ompt4j.tools.text.Units;

/** A window as lines of text; no line is longer than the width unless the numbers need more room. Thread safety: immutable. */
final class TopPage {
    static final int LEAST_WIDTH = 60;
    static final int DEFAULT_HEIGHT = 24;

    /** The lines above the rows of a table: an empty line, the title, and the column headings. */
    private static final int TABLE_HEAD = 3;

    private static final int OTHERS_ON_SCREEN = 4;
    private static final int OTHERS = 10;
    private static final int THREADS = 20;

    /** The width of the columns with a thread's numbers, and of the gaps between all columns. */
    private static final int THREAD_NUMBERS = 36;

    /** The width of a state with a class. */
    private static final int NOW = 25;

    private static final int SHORTEST_NAME = 12;
    private static final int LONGEST_NAME = 40;

    private final LiveWindow window;
    private final long pid;
    private final int width;

    TopPage(LiveWindow window, long pid, int width) {
        this.window = window;
        this.pid = pid;
        this.width = width;
    }

    /** The lines for a screen of this height: threads get the lines that the other tables leave. */
    List<String> screen(int height) {
        List<String> lines = head();
        others(lines, OTHERS_ON_SCREEN);
        int room = height - lines.size() - TABLE_HEAD;
        if (room > 0) {
            threads(lines, room);
        }
        return lines.subList(0, Math.min(lines.size(), height));
    }

    /** The lines for a file or a pipe, which has no height: a fixed number of rows of each kind. */
    List<String> all() {
        List<String> lines = head();
        others(lines, OTHERS);
        threads(lines, THREADS);
        return lines;
    }

    private List<String> head() {
        List<String> lines = new ArrayList<>();
        Seen total = window.total();
        lines.addAll(broken(
                "",
                String.format(
                        Locale.ROOT,
                        "Process %d: %s, looked at %s in %.2f s",
                        pid,
                        Units.plural(window.threads(), "thread"),
                        times(window.looks()),
                        window.nanos() / 1e9)));
        lines.addAll(broken(
                "",
                String.format(
                        "On average: %s worked, %s waited for mutexes, %s for anything else, %s idle",
                        average(total.working() + total.overhead()),
                        average(total.mutex()),
                        average(total.waiting()),
                        average(total.idle()))));
        if (window.suspended() > 0) {
            lines.addAll(broken(
                    "",
                    "Also " + Units.plural(window.suspended(), "virtual thread") + " in something without a carrier"));
        }
        deadlocks(lines);
        return lines;
    }

    private void deadlocks(List<String> lines) {
        long last = 0;
        for (DeadlockRow each : window.deadlocks()
                .subList(0, Math.min(OTHERS, window.deadlocks().size()))) {
            if (each.deadlock() != last) {
                last = each.deadlock();
                long deadlock = last;
                long threads = window.deadlocks().stream()
                        .filter(row -> row.deadlock() == deadlock)
                        .count();
                lines.addAll(broken(
                        "",
                        threads == 1
                                ? "Deadlock: a thread waits for what it holds itself"
                                : "Deadlock: " + Units.plural(threads, "thread") + " wait for each other"));
            }
            lines.addAll(broken(
                    "  ", each.thread() + " waits for " + each.object() + ", which " + each.holder() + " holds"));
        }
    }

    private static String times(long looks) {
        return looks == 1 ? "once" : Units.count(looks) + " times";
    }

    private List<String> broken(String indent, String sentence) {
        return Page.broken(indent, indent + "  ", sentence, width);
    }

    private void others(List<String> lines, int most) {
        table(
                lines,
                "Mutexes that are waited for",
                window.mutexes(),
                most,
                List.of("waiting", "at most", "% of looks", "mutex"),
                this::mutex);
        table(
                lines,
                "Pools",
                window.pools(),
                most,
                List.of("queued", "at most", "workers", "working", "waiting", "idle", "pool"),
                this::pool);
        table(
                lines,
                "Regions, by where they are opened",
                window.regions(),
                most,
                List.of("threads", "at most", "working", "waiting", "regions", "region"),
                this::region);
    }

    private void threads(List<String> lines, int most) {
        table(
                lines,
                "Threads, % of looks",
                window.rows(),
                window.threads(),
                most,
                List.of("working", "mutex", "waiting", "idle", "at last", "thread"),
                this::thread);
    }

    private record Row(List<String> cells, List<RowLine> lines) {}

    private <R> void table(
            List<String> to, String title, List<R> rows, int most, List<String> heads, Function<R, Row> row) {
        table(to, title, rows, rows.size(), most, heads, row);
    }

    /** Adds nothing if there are no rows. */
    private <R> void table(
            List<String> to,
            String title,
            List<R> rows,
            long count,
            int most,
            List<String> heads,
            Function<R, Row> row) {
        if (rows.isEmpty()) {
            return;
        }
        List<R> shown = rows.subList(0, Math.min(most, rows.size()));
        TextTable table = new TextTable(heads);
        for (R each : shown) {
            Row made = row.apply(each);
            table.row(made.cells, made.lines);
        }
        to.add("");
        to.addAll(broken(
                "",
                title
                        + (count > shown.size()
                                ? " (" + Units.count(shown.size()) + " of " + Units.count(count) + ")"
                                : "")));
        to.addAll(table.lines(width));
    }

    private Row mutex(MutexRow mutex) {
        String waiting = "waiting: " + String.join(", ", mutex.names())
                + (mutex.threads() > mutex.names().size()
                        ? " and " + Units.count(mutex.threads() - mutex.names().size()) + " more"
                        : "");
        String holder = mutex.holder().isEmpty()
                ? "holder unknown"
                : "held by " + mutex.holder() + " at " + share(mutex.held(), mutex.waitedFor())
                        + " % of the looks at which it was waited for";
        return new Row(
                List.of(
                        average(mutex.waiters()),
                        Units.count(mutex.most()),
                        share(mutex.waitedFor(), window.looks()),
                        object(mutex.object(), mutex.waitId())),
                List.of(new RowLine(waiting), new RowLine(holder)));
    }

    private static String object(String type, long waitId) {
        return (type.isEmpty() ? "(unknown object)" : type) + (waitId == 0 ? "" : " #" + waitId);
    }

    private Row pool(PoolRow pool) {
        return new Row(
                List.of(
                        pool.counted() == 0 ? Units.NONE : average(pool.queued(), pool.counted()),
                        pool.counted() == 0 ? Units.NONE : Units.count(pool.mostQueued()),
                        average(pool.seen().all()),
                        average(pool.seen().working() + pool.seen().overhead()),
                        average(pool.seen().mutex() + pool.seen().waiting()),
                        average(pool.seen().idle()),
                        Names.poolInTable(pool.name())),
                pool.site().isEmpty() ? List.of() : List.of(new RowLine("made at ", pool.site())));
    }

    private Row region(RegionRow region) {
        return new Row(
                List.of(
                        average(region.seen().all()),
                        Units.count(region.most()),
                        average(region.seen().working() + region.seen().overhead()),
                        average(region.seen().mutex() + region.seen().waiting()),
                        Units.count(region.regions()),
                        region.site().isEmpty() ? region.kind() : region.site()),
                List.of());
    }

    private Row thread(ThreadRow thread) {
        Seen seen = thread.seen();
        return new Row(
                List.of(
                        share(seen.working() + seen.overhead(), seen.all()),
                        share(seen.mutex(), seen.all()),
                        share(seen.waiting(), seen.all()),
                        share(seen.idle(), seen.all()),
                        now(thread),
                        Names.fit(thread.name(), nameWidth())),
                List.of());
    }

    /** The state of the thread at the last look, with the object of its wait, else with the call site of its region. */
    private String now(ThreadRow thread) {
        StringBuilder now = new StringBuilder();
        for (State each : State.values()) {
            if (each.specName().equals(thread.state())) {
                now.append(Names.state(each));
            }
        }
        String more = thread.object().isEmpty() ? thread.region() : object(thread.object(), thread.waitId());
        return more.isEmpty()
                ? now.toString()
                : now + " " + Names.fit(more, width - THREAD_NUMBERS - nameWidth() - now.length() - 1);
    }

    /** The width of the column with the names of threads, limited so that the numbers have room. */
    private int nameWidth() {
        int longest = "thread".length();
        for (ThreadRow each : window.rows()) {
            longest = Math.max(longest, Columns.of(each.name()));
        }
        int room = Math.max(SHORTEST_NAME, width - THREAD_NUMBERS - NOW);
        return Math.min(longest, Math.min(LONGEST_NAME, room));
    }

    /** The average over the looks. */
    private String average(long sum) {
        return average(sum, window.looks());
    }

    private static String average(long sum, long looks) {
        return looks == 0 ? Units.NONE : String.format(Locale.ROOT, "%,.1f", (double) sum / looks);
    }

    private static String share(long part, long all) {
        return all == 0 ? Units.NONE : String.format(Locale.ROOT, "%.0f", 100.0 * part / all);
    }
}
