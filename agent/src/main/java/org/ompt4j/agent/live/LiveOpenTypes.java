package org.ompt4j.agent.live;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.live.LiveWindow.DeadlockRow;
import org.ompt4j.agent.live.LiveWindow.MutexRow;
import org.ompt4j.agent.live.LiveWindow.PoolRow;
import org.ompt4j.agent.live.LiveWindow.RegionRow;
import org.ompt4j.agent.live.LiveWindow.Seen;
import org.ompt4j.agent.live.LiveWindow.ThreadRow;

/**
 * A window in JMX's open types, which every client knows. Items are named as in {@link LiveWindow}, except that its {@code rows} are called threads
 * here. Thread safety: any thread.
 */
final class LiveOpenTypes {
    private static final SimpleType<Long> NUMBER = SimpleType.LONG;
    private static final SimpleType<String> TEXT = SimpleType.STRING;

    private static final Composite<Seen> SEEN = new Composite<Seen>(
                    "Seen", "The states in which threads were seen, as numbers of looks.")
            .item("working", "In code of the program.", NUMBER, Seen::working)
            .item("overhead", "In code of a pool or of the agent.", NUMBER, Seen::overhead)
            .item("mutex", "Waiting for a mutex.", NUMBER, Seen::mutex)
            .item("waiting", "Waiting for anything but a mutex.", NUMBER, Seen::waiting)
            .item("idle", "Idle: a worker of a pool without a task.", NUMBER, Seen::idle);

    private static final Composite<DeadlockRow> DEADLOCK = new Composite<DeadlockRow>(
                    "Deadlock", "A thread that waits for another one that waits for it.")
            .item("deadlock", "The number of its deadlock, from 1 on.", NUMBER, DeadlockRow::deadlock)
            .item("thread", "Its name.", TEXT, DeadlockRow::thread)
            .item("object", "The class of the object that it waits for.", TEXT, DeadlockRow::object)
            .item("holder", "The name of the thread that holds this object.", TEXT, DeadlockRow::holder);

    private static final Composite<ThreadRow> THREAD = new Composite<ThreadRow>("Thread", "A thread.")
            .item("id", "Its id in traces.", NUMBER, ThreadRow::id)
            .item("javaId", "Its number in thread dumps; 0 if unknown.", NUMBER, ThreadRow::javaId)
            .item("name", "Its name.", TEXT, ThreadRow::name)
            .part("seen", SEEN, ThreadRow::seen)
            .item("state", "Its state at the last look.", TEXT, ThreadRow::state)
            .item(
                    "object",
                    "The class of the object that it waited for at the last look; empty if unknown.",
                    TEXT,
                    ThreadRow::object)
            .item("waitId", "The id of this object in traces; 0 if unknown.", NUMBER, ThreadRow::waitId)
            .item(
                    "region",
                    "Where the region that it was in at the last look was opened; empty for none.",
                    TEXT,
                    ThreadRow::region);

    private static final Composite<MutexRow> MUTEX = new Composite<MutexRow>("Mutex", "A mutex that was waited for.")
            .item("waitId", "Its id in traces; 0 for all mutexes of unknown id.", NUMBER, MutexRow::waitId)
            .item("object", "Its class; empty if unknown.", TEXT, MutexRow::object)
            .item("waitedFor", "The number of looks at which threads waited for it.", NUMBER, MutexRow::waitedFor)
            .item("waiters", "Threads that waited, summed over the looks.", NUMBER, MutexRow::waiters)
            .item("most", "The largest number of threads that waited at once.", NUMBER, MutexRow::most)
            .item("threads", "How many different threads were seen to wait.", NUMBER, MutexRow::threads)
            .item(
                    "names",
                    "The names of the threads that were seen to wait most often.",
                    arrayOf(TEXT),
                    each -> each.names().toArray(new String[0]))
            .item(
                    "holder",
                    "The name of the thread that was seen to hold it most often; empty if unknown.",
                    TEXT,
                    MutexRow::holder)
            .item("held", "The number of looks at which this thread held it.", NUMBER, MutexRow::held);

    private static final Composite<PoolRow> POOL = new Composite<PoolRow>("Pool", "A pool of threads.")
            .item("id", "Its id in traces.", NUMBER, PoolRow::id)
            .item("kind", "Its construct.", TEXT, PoolRow::kind)
            .item("name", "What its workers are named after.", TEXT, PoolRow::name)
            .item("limit", "How many workers it may have; 0 for no limit.", NUMBER, PoolRow::limit)
            .item("site", "Where it was created; empty if unknown.", TEXT, PoolRow::site)
            .part("seen", SEEN, PoolRow::seen)
            .item(
                    "counted",
                    "The number of looks at which the length of its queue was known.",
                    NUMBER,
                    PoolRow::counted)
            .item("queued", "Tasks in its queue, summed over these looks.", NUMBER, PoolRow::queued)
            .item("mostQueued", "The largest number of tasks in its queue.", NUMBER, PoolRow::mostQueued);

    private static final Composite<RegionRow> REGION = new Composite<RegionRow>(
                    "Region", "The regions opened at one place.")
            .item("kind", "Their construct.", TEXT, RegionRow::kind)
            .item("site", "Where they were opened; empty if unknown.", TEXT, RegionRow::site)
            .item("regions", "How many different ones were seen.", NUMBER, RegionRow::regions)
            .part("seen", SEEN, RegionRow::seen)
            .item("most", "The largest number of threads that were in them at once.", NUMBER, RegionRow::most);

    private static final Composite<LiveWindow> ALL = new Composite<LiveWindow>(
                    "Window", "What was seen at looks at all threads in an interval.")
            .item("nanos", "The length of the interval in nanoseconds.", NUMBER, LiveWindow::nanos)
            .item(
                    "looks",
                    "The number of looks: at each one the states of all threads are read.",
                    NUMBER,
                    LiveWindow::looks)
            .item("threadCount", "The number of threads at the last look.", NUMBER, LiveWindow::threads)
            .item(
                    "suspended",
                    "Unmounted virtual threads in a task, region or wait at the last look.",
                    NUMBER,
                    LiveWindow::suspended)
            .part("total", SEEN, LiveWindow::total)
            .rows("deadlocks", DEADLOCK, LiveWindow::deadlocks)
            .rows("threads", THREAD, LiveWindow::rows)
            .rows("mutexes", MUTEX, LiveWindow::mutexes)
            .rows("pools", POOL, LiveWindow::pools)
            .rows("regions", REGION, LiveWindow::regions);

    /** The type of a window. */
    static final CompositeType WINDOW = ALL.type();

    private LiveOpenTypes() {}

    static CompositeData of(LiveWindow window) {
        return ALL.of(window);
    }

    private static OpenType<?> arrayOf(OpenType<?> element) {
        try {
            return new ArrayType<>(1, element);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The columns of a kind of rows: names, meanings, types and values in one place. */
    private static final class Composite<R> {
        private final String name;
        private final String meaning;
        private final List<Item<R>> items = new ArrayList<>();
        private @Nullable CompositeType type;

        private record Item<R>(String name, String meaning, OpenType<?> type, Function<R, Object> value) {}

        Composite(String name, String meaning) {
            this.name = name;
            this.meaning = meaning;
        }

        Composite<R> item(String itsName, String itsMeaning, OpenType<?> itsType, Function<R, Object> value) {
            items.add(new Item<>(itsName, itsMeaning, itsType, value));
            return this;
        }

        <P> Composite<R> part(String itsName, Composite<P> part, Function<R, P> value) {
            return item(itsName, part.meaning, part.type(), row -> part.of(value.apply(row)));
        }

        <P> Composite<R> rows(String itsName, Composite<P> row, Function<R, List<P>> value) {
            return item(
                    itsName,
                    row.meaning,
                    arrayOf(row.type()),
                    each -> value.apply(each).stream().map(row::of).toArray(CompositeData[]::new));
        }

        CompositeType type() {
            CompositeType known = type;
            if (known == null) {
                try {
                    known = new CompositeType("org.ompt4j.".concat(name), meaning, names(), meanings(), types());
                } catch (OpenDataException e) {
                    throw new IllegalStateException(e);
                }
                type = known;
            }
            return known;
        }

        private String[] names() {
            return items.stream().map(Item::name).toArray(String[]::new);
        }

        private String[] meanings() {
            return items.stream().map(Item::meaning).toArray(String[]::new);
        }

        private OpenType<?>[] types() {
            return items.stream().map(Item::type).toArray(OpenType<?>[]::new);
        }

        CompositeData of(R row) {
            Object[] values =
                    items.stream().map(each -> each.value().apply(row)).toArray();
            try {
                return new CompositeDataSupport(type(), names(), values);
            } catch (OpenDataException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
