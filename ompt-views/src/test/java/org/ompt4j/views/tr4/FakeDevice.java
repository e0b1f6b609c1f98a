package org.ompt4j.views.tr4;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptRecordAbstract;
import org.ompt4j.ompt.OmptRecordOmpt;
import org.ompt4j.ompt.OmptTracing;
import org.ompt4j.ompt.RecordType;
import org.ompt4j.ompt.SetResult;

/** A device of the present generation. Its only buffer is a list of records; a cursor is ten times an index in it. */
final class FakeDevice
        implements OmptFunctionLookup,
                OmptTracing.GetDeviceTime,
                OmptTracing.TranslateTime,
                OmptTracing.SetTraceOmpt,
                OmptTracing.SetTraceNative,
                OmptTracing.StartTrace,
                OmptTracing.PauseTrace,
                OmptTracing.StopTrace,
                OmptTracing.AdvanceBufferCursor,
                OmptTracing.GetRecordType,
                OmptTracing.GetRecordOmpt,
                OmptTracing.GetRecordNative,
                OmptTracing.GetRecordAbstract {
    static final int STEP = 10;

    final List<@Nullable OmptRecordOmpt> records = new ArrayList<>();
    final Map<Event, Integer> enabled = new EnumMap<>(Event.class);
    final Map<Event, SetResult> answers = new EnumMap<>(Event.class);
    final List<String> calls = new ArrayList<>();
    final Set<String> missing = new HashSet<>();

    @Nullable
    Object nativeRecord;

    @Nullable
    OmptRecordAbstract nativeSummary;

    OmptCallback.@Nullable BufferRequest request;
    OmptCallback.@Nullable BufferComplete complete;

    @Override
    public @Nullable Object lookup(String entryPointName) {
        return missing.contains(entryPointName) ? null : this;
    }

    @Override
    public long getDeviceTime(OmptDevice device) {
        return 123;
    }

    @Override
    public double translateTime(OmptDevice device, long time) {
        return time / 4.0;
    }

    @Override
    public SetResult setTraceOmpt(OmptDevice device, int enable, @Nullable Event etype) {
        enabled.put(etype, enable);
        return answers.getOrDefault(etype, SetResult.ALWAYS);
    }

    @Override
    public SetResult setTraceNative(OmptDevice device, int enable, int flags) {
        calls.add("native " + enable + " " + flags);
        return SetResult.NEVER;
    }

    @Override
    public int startTrace(
            OmptDevice device, OmptCallback.BufferRequest bufferRequest, OmptCallback.BufferComplete bufferComplete) {
        request = bufferRequest;
        complete = bufferComplete;
        return 1;
    }

    @Override
    public int pauseTrace(OmptDevice device, int beginPause) {
        calls.add("pause " + beginPause);
        return 1;
    }

    @Override
    public int stopTrace(OmptDevice device) {
        calls.add("stop");
        return 1;
    }

    @Override
    public int advanceBufferCursor(OmptDevice device, ByteBuffer buffer, long size, long current, long[] next) {
        next[0] = current + STEP;
        return next[0] < STEP * records.size() ? 1 : 0;
    }

    @Override
    public RecordType getRecordType(ByteBuffer buffer, long current) {
        return getRecordOmpt(buffer, current) == null ? RecordType.INVALID : RecordType.OMPT;
    }

    @Override
    public @Nullable OmptRecordOmpt getRecordOmpt(ByteBuffer buffer, long current) {
        if (current % STEP != 0) {
            throw new AssertionError("cursor " + current + " is not one of this device");
        }
        return records.get((int) (current / STEP));
    }

    @Override
    public @Nullable Object getRecordNative(ByteBuffer buffer, long current, long @Nullable [] hostOpId) {
        return nativeRecord;
    }

    @Override
    public @Nullable OmptRecordAbstract getRecordAbstract(@Nullable Object record) {
        return record != null && record == nativeRecord ? nativeSummary : null;
    }
}
