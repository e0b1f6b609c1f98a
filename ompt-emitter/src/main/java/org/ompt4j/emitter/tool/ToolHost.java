package org.ompt4j.emitter.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.tracing.HostTrace;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SetResult;

/** The part of the run that the session of one tool needs. Thread safety: any thread; its monitor guards data that sessions share. */
abstract class ToolHost {

    /** The sessions of the tools that run, in the order in which they were started. */
    abstract List<ToolSession> running();

    /** How events reach the tools. */
    abstract Delivery delivery();

    /** Updates the delivery to the events that the tools want now. */
    abstract void reconnect();

    /** The devices other than the host; null if there are no device mappings. */
    abstract @Nullable Devices devices();

    /** A new trace of the host for a tool. */
    abstract HostTrace traceOf(ToolSession session, HostDevice host);

    /** The answer to a tool that registers for an event that only device mappings raise. */
    abstract SetResult deviceAnswer(Event event);
}
