package org.ompt4j.emitter.tracing;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptRecordOmpt;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordType;
import org.ompt4j.ompt.SetResult;

/** A tool that traces the host, and its session. */
class TracingTool implements HostTrace.Tool, OmptCallback.BufferRequest, OmptCallback.BufferComplete {
    final List<OmptRecordOmpt> records = Collections.synchronizedList(new ArrayList<>());
    final List<String> said = Collections.synchronizedList(new ArrayList<>());
    final List<String> thrown = Collections.synchronizedList(new ArrayList<>());
    final List<String> callbackThreads = Collections.synchronizedList(new ArrayList<>());
    final List<OmptThread> alive = Collections.synchronizedList(new ArrayList<>());
    final OmptDevice host = () -> OmptDevice.HOST;
    final HostTrace trace = new HostTrace(host, this);
    volatile int bytesToGive = 4096;
    volatile int requests;
    volatile int completions;
    volatile int emptyBuffers;
    volatile int changes;
    volatile int releasesAskedFor;

    ByteBuffer makeBuffer(int bytes) {
        return ByteBuffer.allocate(bytes);
    }

    @Override
    public void bufferRequest(int deviceNum, @Nullable ByteBuffer[] buffer, long[] bytes) {
        callbackThreads.add(Thread.currentThread().getName());
        requests++;
        buffer[0] = makeBuffer(bytesToGive);
        bytes[0] = bytesToGive;
    }

    @Override
    public void bufferComplete(int deviceNum, ByteBuffer buffer, long bytes, long begin, int bufferOwned) {
        callbackThreads.add(Thread.currentThread().getName());
        completions++;
        if (trace.getRecordType(buffer, begin) == RecordType.INVALID) {
            emptyBuffers++;
            return;
        }
        long[] cursor = {begin};
        do {
            OmptRecordOmpt record = trace.getRecordOmpt(buffer, cursor[0]);
            if (record == null) {
                throw new AssertionError("no record at " + cursor[0]);
            }
            records.add(record);
        } while (trace.advanceBufferCursor(host, buffer, bytes, cursor[0], cursor) == 1);
    }

    @Override
    public void releasesAreAskedFor() {
        releasesAskedFor++;
    }

    void start(Event... events) {
        for (Event each : events) {
            trace.setTraceOmpt(host, 1, each);
        }
        if (trace.startTrace(host, this, this) != 1) {
            throw new AssertionError("the trace does not start");
        }
    }

    @Override
    public Collection<? extends OmptThread> threads() {
        return alive;
    }

    @Override
    public void bufferCallbackThrew(String callback, Throwable failure) {
        thrown.add(callback + ": " + failure.getMessage());
    }

    @Override
    public void failed(Throwable failure) {
        throw new AssertionError(failure);
    }

    @Override
    public void say(String whatItDid) {
        said.add(whatItDid);
    }

    @Override
    public SetResult answer(Event event) {
        return event == Event.FLUSH ? SetResult.NEVER : SetResult.ALWAYS;
    }

    @Override
    public void traceChanged() {
        changes++;
    }
}
