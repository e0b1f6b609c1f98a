package org.ompt4j.agent.live;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.live.LiveWindow.DeadlockRow;
import org.ompt4j.agent.live.LiveWindow.MutexRow;
import org.ompt4j.agent.live.LiveWindow.PoolRow;
import org.ompt4j.agent.live.LiveWindow.RegionRow;
import org.ompt4j.agent.live.LiveWindow.Seen;
import org.ompt4j.agent.live.LiveWindow.ThreadRow;
import org.ompt4j.text.OneLine;

/**
 * A window as the text that one process passes to the other: a row in each line, values separated by tabs. Names are escaped for display before, so
 * that they contain no tab or line break.
 */
public final class WindowText {
    private static final String FORM = "ompt4j-top-2";

    private WindowText() {}

    /** The window as text. */
    public static String of(LiveWindow window) {
        Line lines = new Line();
        lines.add(FORM, window.nanos(), window.looks(), window.threads(), window.suspended())
                .add(window.total())
                .end();
        for (DeadlockRow each : window.deadlocks()) {
            lines.add("deadlock", each.deadlock(), each.thread(), each.object(), each.holder())
                    .end();
        }
        for (ThreadRow each : window.rows()) {
            lines.add("thread", each.id(), each.javaId(), each.name(), each.state(), each.object(), each.waitId())
                    .add(each.region())
                    .add(each.seen())
                    .end();
        }
        for (MutexRow each : window.mutexes()) {
            lines.add("mutex", each.waitId(), each.object(), each.waitedFor(), each.waiters(), each.most())
                    .add(each.threads(), each.holder(), each.held())
                    .add(each.names().toArray())
                    .end();
        }
        for (PoolRow each : window.pools()) {
            lines.add("pool", each.id(), each.kind(), each.name(), each.limit(), each.site())
                    .add(each.counted(), each.queued(), each.mostQueued())
                    .add(each.seen())
                    .end();
        }
        for (RegionRow each : window.regions()) {
            lines.add("region", each.kind(), each.site(), each.regions(), each.most())
                    .add(each.seen())
                    .end();
        }
        return lines.text.toString();
    }

    /** Values as they are added to the text. */
    private static final class Line {
        final StringBuilder text = new StringBuilder();

        Line add(Object... values) {
            for (Object each : values) {
                text.append(OneLine.of(String.valueOf(each))).append('\t');
            }
            return this;
        }

        Line add(Seen seen) {
            return add(seen.working(), seen.overhead(), seen.mutex(), seen.waiting(), seen.idle());
        }

        void end() {
            text.append('\n');
        }
    }

    /** The window of a text; null if the text is of another version. */
    public static @Nullable LiveWindow parse(String text) {
        if (!text.startsWith(FORM + "\t")) {
            return null;
        }
        Iterator<String> lines = text.lines().iterator();
        Values head = new Values(lines.next());
        head.text();
        LiveWindow window = new LiveWindow(
                head.number(),
                head.number(),
                head.number(),
                head.number(),
                head.seen(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        while (lines.hasNext()) {
            addRow(window, new Values(lines.next()));
        }
        return window;
    }

    private static void addRow(LiveWindow window, Values row) {
        switch (row.text()) {
            case "deadlock" ->
                window.deadlocks().add(new DeadlockRow(row.number(), row.text(), row.text(), row.text()));
            case "thread" -> window.rows().add(thread(row));
            case "mutex" -> window.mutexes().add(mutex(row));
            case "pool" -> window.pools().add(pool(row));
            case "region" -> window.regions().add(region(row));
            default -> throw new IllegalArgumentException("a row of no known kind");
        }
    }

    private static ThreadRow thread(Values row) {
        long id = row.number();
        long javaId = row.number();
        String name = row.text();
        String state = row.text();
        String object = row.text();
        long waitId = row.number();
        String region = row.text();
        return new ThreadRow(id, javaId, name, row.seen(), state, object, waitId, region);
    }

    private static MutexRow mutex(Values row) {
        long waitId = row.number();
        String object = row.text();
        long waitedFor = row.number();
        long waiters = row.number();
        long most = row.number();
        long threads = row.number();
        String holder = row.text();
        long held = row.number();
        return new MutexRow(waitId, object, waitedFor, waiters, most, threads, row.rest(), holder, held);
    }

    private static PoolRow pool(Values row) {
        long id = row.number();
        String kind = row.text();
        String name = row.text();
        long limit = row.number();
        String site = row.text();
        long counted = row.number();
        long queued = row.number();
        long mostQueued = row.number();
        return new PoolRow(id, kind, name, limit, site, row.seen(), counted, queued, mostQueued);
    }

    private static RegionRow region(Values row) {
        String kind = row.text();
        String site = row.text();
        long regions = row.number();
        long most = row.number();
        return new RegionRow(kind, site, regions, row.seen(), most);
    }

    /** The values of a line, one after the other. */
    private static final class Values {
        private final String line;
        private int at;

        Values(String line) {
            this.line = line;
        }

        String text() {
            int tab = line.indexOf('\t', at);
            if (tab < 0) {
                throw new IllegalArgumentException("a row with too few values");
            }
            String value = line.substring(at, tab);
            at = tab + 1;
            return value;
        }

        long number() {
            return Long.parseLong(text());
        }

        Seen seen() {
            return new Seen(number(), number(), number(), number(), number());
        }

        List<String> rest() {
            List<String> values = new ArrayList<>();
            while (at < line.length()) {
                values.add(text());
            }
            return values;
        }
    }
}
