package org.ompt4j.emitter.tracing;

import java.nio.ByteBuffer;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptRecordAbstract;
import org.ompt4j.ompt.OmptRecordOmpt;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.OmptTracing;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.RecordType;
import org.ompt4j.ompt.SetResult;

/**
 * The tracing interface of the host as device 0, for one tool.
 *
 * <p>Thread safety: any thread.
 */
public final class HostTrace
        implements OmptFunctionLookup,
                OmptTracing.GetDeviceNumProcs,
                OmptTracing.GetDeviceTime,
                OmptTracing.TranslateTime,
                OmptTracing.SetTraceOmpt,
                OmptTracing.SetTraceNative,
                OmptTracing.StartTrace,
                OmptTracing.PauseTrace,
                OmptTracing.FlushTrace,
                OmptTracing.StopTrace,
                OmptTracing.AdvanceBufferCursor,
                OmptTracing.GetRecordType,
                OmptTracing.GetRecordOmpt,
                OmptTracing.GetRecordNative,
                OmptTracing.GetRecordAbstract,
                OmptTracing.GetBufferLimits,
                OmptTracing.GetDroppedRecords {

    /** The tool that a trace belongs to. */
    public interface Tool {
        /** The threads that are alive in the OMPT runtime. */
        Collection<? extends OmptThread> threads();

        /** A buffer callback of the tool threw. */
        void bufferCallbackThrew(String callback, Throwable thrown);

        /** An internal failure. */
        void failed(Throwable thrown);

        /** Prints one line about the tool, after its name. */
        void say(String whatItDid);

        /** How completely an event is reported in this run. */
        SetResult answer(Event event);

        /** Releases of mutexes shall be traced. */
        void releasesAreAskedFor();

        /** The mask of {@link #eventMask} has changed. */
        void traceChanged();
    }

    /** Events that have a trace record, on the host. */
    private static final long TRACEABLE = traceable();

    private static final double NANOS_PER_SECOND = 1e9;

    private static final long RECOMMENDED_BYTES = 1 << 16;

    private final OmptDevice host;
    private final Tool tool;
    private final BufferFiller filler;
    private final TracingSink sink;

    private long chosen;
    private boolean started;
    private boolean paused;
    private boolean over;

    public HostTrace(OmptDevice host, Tool tool) {
        this.host = host;
        this.tool = tool;
        this.filler = new BufferFiller(this, tool);
        this.sink = new TracingSink(filler);
    }

    private static long traceable() {
        long mask = 0;
        for (Event each : Event.values()) {
            mask |= each.isOfHost() ? each.bit() : 0;
        }
        return mask;
    }

    @Override
    public @Nullable Object lookup(String entryPointName) {
        return switch (entryPointName) {
            case GetDeviceNumProcs.NAME,
                    GetDeviceTime.NAME,
                    TranslateTime.NAME,
                    SetTraceOmpt.NAME,
                    SetTraceNative.NAME,
                    StartTrace.NAME,
                    PauseTrace.NAME,
                    FlushTrace.NAME,
                    StopTrace.NAME,
                    AdvanceBufferCursor.NAME,
                    GetRecordType.NAME,
                    GetRecordOmpt.NAME,
                    GetRecordNative.NAME,
                    GetRecordAbstract.NAME,
                    GetBufferLimits.NAME,
                    GetDroppedRecords.NAME -> this;
            default -> null;
        };
    }

    /** The sink that receives the events of the trace. */
    public RecordSink sink() {
        return sink;
    }

    /** The events that the sink wants now; 0 while nothing is traced. */
    public synchronized long eventMask() {
        return started && !paused && !over ? chosen : 0;
    }

    /** Ends the trace and hands over all recorded events; the tool gets nothing afterwards. */
    public void finish() {
        synchronized (this) {
            over = true;
            sink.mode(TracingSink.OFF);
        }
        if (!filler.end()) {
            tool.say("did not take its trace buffers within five seconds; the last records are lost");
        }
    }

    /** Stops recording at once, for a tool that is switched off; recorded events are handed over when the tool is finalized. */
    public synchronized void switchOff() {
        over = true;
        sink.mode(TracingSink.OFF);
        filler.active(false);
    }

    /** The number of threads that have a ring. */
    int ringCount() {
        return filler.ringCount();
    }

    /**
     * These callbacks provide no buffer any more: events are only counted until the tool starts the trace again.
     *
     * @return false if the tool has started the trace again since these callbacks were called
     */
    synchronized boolean starve(BufferFiller.Callbacks asked) {
        boolean isStarved = filler.starve(asked);
        if (isStarved && sink.mode() == TracingSink.RECORDING) {
            sink.mode(TracingSink.STARVED);
        }
        return isStarved;
    }

    private boolean isHost(@Nullable OmptDevice device) {
        return device == host;
    }

    // ---------------------------------------------------------------- the device

    @Override
    public int getDeviceNumProcs(OmptDevice device) {
        return isHost(device) ? Runtime.getRuntime().availableProcessors() : 0;
    }

    @Override
    public void getBufferLimits(
            OmptDevice device, int @Nullable [] maxConcurrentAllocs, long @Nullable [] recommendedBytes) {
        if (!isHost(device)) {
            return;
        }
        if (maxConcurrentAllocs != null) {
            maxConcurrentAllocs[0] = 1;
        }
        if (recommendedBytes != null) {
            recommendedBytes[0] = RECOMMENDED_BYTES;
        }
    }

    @Override
    public long getDeviceTime(OmptDevice device) {
        return System.nanoTime();
    }

    @Override
    public double translateTime(OmptDevice device, long time) {
        return time / NANOS_PER_SECOND;
    }

    // ---------------------------------------------------------------- what is recorded, and when

    @Override
    public SetResult setTraceOmpt(OmptDevice device, int enable, @Nullable Event etype) {
        long events = etype == null ? TRACEABLE : etype.bit() & TRACEABLE;
        synchronized (this) {
            if (!isHost(device) || over) {
                return SetResult.ERROR;
            }
            chosen = enable != 0 ? chosen | events : chosen & ~events;
        }
        tool.traceChanged();
        SetResult answer = etype == null ? SetResult.SOMETIMES : answer(etype);
        if (enable != 0 && (events & Event.MUTEX_RELEASED.bit()) != 0 && answer != SetResult.NEVER) {
            tool.releasesAreAskedFor();
        }
        return answer;
    }

    private SetResult answer(Event event) {
        if ((TRACEABLE & event.bit()) == 0) {
            return SetResult.NEVER;
        }
        // A command from a thread that is not observed makes no record.
        return event == Event.CONTROL_TOOL ? SetResult.SOMETIMES : tool.answer(event);
    }

    @Override
    public SetResult setTraceNative(OmptDevice device, int enable, int flags) {
        return isHost(device) ? SetResult.NEVER : SetResult.ERROR;
    }

    @Override
    public int startTrace(OmptDevice device, OmptCallback.BufferRequest request, OmptCallback.BufferComplete complete) {
        synchronized (this) {
            if (!isHost(device) || over || request == null || complete == null) {
                return 0;
            }
            started = true;
            paused = false;
            filler.start(request, complete);
            sink.mode(TracingSink.RECORDING);
        }
        tool.traceChanged();
        return 1;
    }

    @Override
    public int pauseTrace(OmptDevice device, int beginPause) {
        synchronized (this) {
            if (!isHost(device) || !started || over) {
                return 0;
            }
            paused = beginPause != 0;
            filler.active(!paused);
            if (paused) {
                sink.mode(TracingSink.OFF);
            } else {
                sink.mode(filler.isStarved() ? TracingSink.STARVED : TracingSink.RECORDING);
            }
        }
        tool.traceChanged();
        return 1;
    }

    @Override
    public int flushTrace(OmptDevice device) {
        synchronized (this) {
            if (!isHost(device) || !started || over) {
                return 0;
            }
        }
        return filler.flush() ? 1 : 0;
    }

    @Override
    public int stopTrace(OmptDevice device) {
        synchronized (this) {
            if (!isHost(device) || !started || over) {
                return 0;
            }
            started = false;
            sink.mode(TracingSink.OFF);
            filler.active(false);
        }
        tool.traceChanged();
        return filler.flush() ? 1 : 0;
    }

    @Override
    public long getDroppedRecords(OmptDevice device) {
        return isHost(device) ? filler.dropped() : 0;
    }

    // ---------------------------------------------------------------- reading buffers

    @Override
    public int advanceBufferCursor(OmptDevice device, ByteBuffer buffer, long size, long current, long[] next) {
        long after = current + RecordCodec.sizeAt(buffer, current, size);
        if (after == current || RecordCodec.sizeAt(buffer, after, size) == 0) {
            return 0;
        }
        next[0] = after;
        return 1;
    }

    @Override
    public RecordType getRecordType(ByteBuffer buffer, long current) {
        return RecordCodec.read(buffer, current) == null ? RecordType.INVALID : RecordType.OMPT;
    }

    @Override
    public @Nullable OmptRecordOmpt getRecordOmpt(ByteBuffer buffer, long current) {
        return RecordCodec.read(buffer, current);
    }

    @Override
    public @Nullable Object getRecordNative(ByteBuffer buffer, long current, long @Nullable [] hostOpId) {
        return null;
    }

    @Override
    public @Nullable OmptRecordAbstract getRecordAbstract(@Nullable Object nativeRecord) {
        return null;
    }
}
