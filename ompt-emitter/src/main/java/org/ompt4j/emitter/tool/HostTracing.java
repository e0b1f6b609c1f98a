package org.ompt4j.emitter.tool;

import java.util.Collection;
import org.ompt4j.emitter.tracing.HostTrace;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.SetResult;

/** Connects the trace of the host with the tool for which it is made. Thread safety: any thread. */
final class HostTracing implements HostTrace.Tool {
    private final ToolSession session;

    private HostTracing(ToolSession session) {
        this.session = session;
    }

    /** Makes the trace of a tool. It is made here so that a run without such a tool loads no classes for tracing. */
    static HostTrace of(ToolSession session, HostDevice host) {
        return new HostTrace(host, new HostTracing(session));
    }

    @Override
    public Collection<? extends OmptThread> threads() {
        return session.threads();
    }

    @Override
    public void bufferCallbackThrew(String callback, Throwable thrown) {
        session.callbackThrew(callback, thrown);
    }

    @Override
    public void failed(Throwable thrown) {
        session.failed("trace", thrown);
    }

    @Override
    public void say(String whatItDid) {
        session.message("tool " + session.name() + " " + whatItDid);
    }

    @Override
    public SetResult answer(Event event) {
        return session.answer(event);
    }

    @Override
    public void releasesAreAskedFor() {
        session.asksForReleases();
    }

    @Override
    public void traceChanged() {
        session.callbacksChanged();
    }
}
