package org.ompt4j.emitter.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.tracing.HostTrace;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SetResult;

/** What the session of one tool needs of the run that it is part of. Thread safety: any thread; its monitor guards what sessions share. */
abstract class ToolHost {

    /** The sessions of the tools that run, in the order in which they were started. */
    abstract List<ToolSession> running();

    /** How events reach the tools. */
    abstract Delivery delivery();

    /** Has what the tools want to hear of now delivered from now on. */
    abstract void reconnect();

    /** The devices beside the host; null if nobody could report any. */
    abstract @Nullable Devices devices();

    /** A new trace of the host for a tool. */
    abstract HostTrace traceOf(ToolSession session, HostDevice host);

    /** What a tool is answered that registers for an event that only device mappings raise. */
    abstract SetResult deviceAnswer(Event event);
}
