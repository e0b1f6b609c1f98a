package org.ompt4j.tools.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a trace from a resumption of the recording to the latest pause, as a trace of its own: the time before the part is a pause, and the
 * trace ends with the part. Thread safety: that of the trace.
 */
public final class PartOfTrace implements Trace {
    private final Trace whole;
    private final List<Pause> pauses;
    private final long toNanos;

    private PartOfTrace(Trace whole, List<Pause> pauses, long toNanos) {
        this.whole = whole;
        this.pauses = pauses;
        this.toNanos = toNanos;
    }

    /**
     * The part that began with the last resumption of the recording before a given time.
     *
     * @param sinceNanos the time in nanoseconds since time 0
     * @return the part; null if recording was not resumed before that time, or is not paused now
     */
    public static @Nullable PartOfTrace since(Trace trace, long sinceNanos) {
        List<Pause> all = trace.pauses();
        int first = -1;
        for (int i = 0; i < all.size(); i++) {
            first = all.get(i).toNanos() <= sinceNanos ? i : first;
        }
        int last = all.size() - 1;
        if (first < 0 || first == last) {
            return null;
        }
        List<Pause> pauses = new ArrayList<>();
        // From -1 on, so that events at time 0 are in the pause, too.
        pauses.add(new Pause(-1, all.get(first).toNanos()));
        pauses.addAll(all.subList(first + 1, last));
        return new PartOfTrace(trace, List.copyOf(pauses), all.get(last).fromNanos());
    }

    @Override
    public TraceHeader header() {
        return whole.header();
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return whole.callSite(codeptrRa);
    }

    @Override
    public @Nullable String body(int body) {
        return whole.body(body);
    }

    @Override
    public @Nullable WaitObject waitObject(long waitId) {
        return whole.waitObject(waitId);
    }

    @Override
    public Collection<TraceThread> threads() {
        return whole.threads();
    }

    @Override
    public @Nullable TraceThread thread(long id) {
        return whole.thread(id);
    }

    /** The losses of the whole trace, since it is not known when they occurred, with the end of the part. */
    @Override
    public TraceLosses losses() {
        return whole.losses().endingAt(toNanos);
    }

    @Override
    public List<Pause> pauses() {
        return pauses;
    }

    @Override
    public List<Pause> collections() {
        return whole.collections().stream()
                .filter(each -> each.toNanos() >= pauses.get(0).toNanos() && each.fromNanos() <= toNanos)
                .toList();
    }

    @Override
    public List<CountedEvents> counted() {
        return whole.counted().stream()
                .filter(each -> each.toNanos() >= pauses.get(0).toNanos() && each.fromNanos() <= toNanos)
                .toList();
    }

    @Override
    public Iterator<TraceEvent> events() throws IOException {
        List<Pause> around = new ArrayList<>(pauses);
        around.add(new Pause(toNanos, Long.MAX_VALUE));
        return new RecordedEvents(whole.eventsSince(pauses.get(0).toNanos()), around);
    }

    @Override
    public void close() throws IOException {
        whole.close();
    }
}
