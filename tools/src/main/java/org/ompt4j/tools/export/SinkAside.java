package org.ompt4j.tools.export;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.Aside;

/** Calls a sink on a thread of its own, since writing a timeline takes about as long as building one from the events. */
final class SinkAside implements TimelineSink {
    private final TimelineSink sink;
    private final Aside<Told> aside = new Aside<>("ompt4j-export-aside", Told::tell);

    SinkAside(TimelineSink sink) {
        this.sink = sink;
    }

    private interface Told {
        void tell() throws IOException;
    }

    @Override
    public void thread(Track track) throws IOException {
        aside.accept(() -> sink.thread(track));
    }

    @Override
    public void rests(Track track) throws IOException {
        aside.accept(() -> sink.rests(track));
    }

    @Override
    public void ended(Track track) throws IOException {
        aside.accept(() -> sink.ended(track));
    }

    @Override
    public void begin(Track track, Slice slice, long fork) throws IOException {
        aside.accept(() -> sink.begin(track, slice, fork));
    }

    @Override
    public void end(Track track, Slice slice, long timeNanos) throws IOException {
        aside.accept(() -> sink.end(track, slice, timeNanos));
    }

    @Override
    public void state(Track track, @Nullable State before, @Nullable State now, long timeNanos) throws IOException {
        aside.accept(() -> sink.state(track, before, now, timeNanos));
    }

    @Override
    public void sample(Track track, State state, long timeNanos) throws IOException {
        aside.accept(() -> sink.sample(track, state, timeNanos));
    }

    @Override
    public void mark(Track track, Mark mark) throws IOException {
        aside.accept(() -> sink.mark(track, mark));
    }

    @Override
    public void gauge(Gauge gauge, long value, long timeNanos) throws IOException {
        aside.accept(() -> sink.gauge(gauge, value, timeNanos));
    }

    @Override
    public void ended(Gauge gauge) throws IOException {
        aside.accept(() -> sink.ended(gauge));
    }

    @Override
    public void pause(long fromNanos, long toNanos) throws IOException {
        aside.accept(() -> sink.pause(fromNanos, toNanos));
    }

    @Override
    public void finish(long timeNanos) throws IOException {
        aside.accept(() -> sink.finish(timeNanos));
        aside.finish();
    }

    @Override
    public void close() throws IOException {
        aside.close();
        sink.close();
    }
}
