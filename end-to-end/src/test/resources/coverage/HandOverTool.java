import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.ompt4j.ompt.*;

/** Observes by callbacks how mutexes go from one thread to another, and writes what it sees to hand-over.txt, each different line once. */
public final class HandOverTool implements OmptTool, OmptStartToolResult {
    private static final Path FILE = Path.of("hand-over.txt");
    private static final String WAITER = "waiter";
    private static final long TIMEOUT_NANOS = 10_000_000_000L;

    private final Set<String> lines = ConcurrentHashMap.newKeySet();
    /** Whether the wait of the other thread is always reported; the thread's state shows it earlier. */
    private static final boolean HEARS_OF_IT = Boolean.getBoolean("ompt.test.hears.of.it");

    /** The mutex that each thread is about to acquire. */
    private final ConcurrentMap<Long, Long> acquires = new ConcurrentHashMap<>();
    private final AtomicInteger acquired = new AtomicInteger();
    /** The mutex that the other thread waits for, and the number of acquisitions at that time. */
    private volatile long awaited;
    private volatile int before;
    private volatile long looker;
    private OmptEntryPoint.All ask;
    private Ompt4jRuntime runtime;

    public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        ask = (OmptEntryPoint.All) lookup.lookup("ompt4j_entry_points");
        runtime = (Ompt4jRuntime) lookup.lookup("ompt4j_runtime");
        ask.on(OmptCallback.MUTEX_ACQUIRE, (kind, hint, impl, waitId, site) -> {
            acquires.put(self(), waitId);
            if (ask.getEventOwner() != 0 && nameOf(self()).equals(WAITER)) {
                lines.add("held by " + nameOf(ask.getEventOwner()));
            }
        });
        ask.on(OmptCallback.MUTEX_ACQUIRED, (kind, waitId, site) -> {
            acquires.remove(self());
            acquired.incrementAndGet();
        });
        if (!Boolean.getBoolean("ompt.test.no.releases")) {
            ask.on(OmptCallback.MUTEX_RELEASED, (kind, waitId, site) -> released(waitId));
        }
        ask.on(OmptCallback.WAIT, (state, endpoint, task, waitId, site) ->
                lines.add("wait " + state.specName() + " " + endpoint.specName()));
        ask.on(OmptCallback.CONTROL_TOOL, (command, modifier, arg, site) -> {
            look();
            return 0;
        });
        return 1;
    }

    private long self() {
        return ask.getThreadData().id();
    }

    private String nameOf(long thread) {
        return runtime.threads().stream()
                .filter(each -> each.id() == thread)
                .map(OmptThread::name)
                .findAny()
                .orElse("unknown");
    }

    /** Called when the other thread waits. */
    private void look() {
        for (OmptThread each : runtime.threads()) {
            if (each.name().equals(WAITER)) {
                await(() -> acquires.containsKey(each.id()) || !HEARS_OF_IT && waitsForMutex(each));
                awaited = acquires.getOrDefault(each.id(), 0L);
                before = acquired.get();
                looker = self();
                lines.add((acquires.containsKey(each.id()) ? "acquire heard in " : "no acquire heard in ")
                        + ask.getThreadState(each, null, null, null).specName());
            }
        }
    }

    private boolean waitsForMutex(OmptThread thread) {
        State state = ask.getThreadState(thread, null, null, null);
        return state == State.WAIT_LOCK || state == State.WAIT_CRITICAL;
    }

    /** Waits until the other thread has the mutex, which it gets only if the mutex is free. */
    private void released(long waitId) {
        if (waitId == awaited && self() == looker) {
            awaited = 0;
            lines.add("released " + (await(() -> acquired.get() != before) ? "after" : "before") + " the release");
        }
    }

    private static boolean await(BooleanSupplier condition) {
        long end = System.nanoTime() + TIMEOUT_NANOS;
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return condition.getAsBoolean();
    }

    public void finalizeTool() {
        try {
            Files.write(FILE, lines.stream().sorted().collect(Collectors.toList()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
