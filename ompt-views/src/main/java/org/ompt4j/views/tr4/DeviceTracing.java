package org.ompt4j.views.tr4;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptRecordAbstract;
import org.ompt4j.ompt.OmptRecordOmpt;
import org.ompt4j.ompt.OmptTracing;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.tr4.Tr4.OmptRecordKind;
import org.ompt4j.views.tr4.Tr4.OmptRecordNativeKind;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;

/**
 * The twelve entry points of one device's tracing interface, on top of those of the present generation; a device need not have all
 * of them.
 *
 * <p>Thread safety: any thread.
 */
final class DeviceTracing
        implements OmptFunctionLookup,
                Tr4Tracing.GetDeviceTime,
                Tr4Tracing.TranslateTime,
                Tr4Tracing.SetTraceOmpt,
                Tr4Tracing.SetTraceNative,
                Tr4Tracing.StartTrace,
                Tr4Tracing.PauseTrace,
                Tr4Tracing.StopTrace,
                Tr4Tracing.AdvanceBufferCursor,
                Tr4Tracing.GetRecordType,
                Tr4Tracing.GetRecordOmpt,
                Tr4Tracing.GetRecordNative,
                Tr4Tracing.GetRecordAbstract {
    /*
     * Overview. Buffers are those of the present generation. A record there that stands for both ends of something is two here, so a
     * cursor of this view is twice the one there, plus 1 for the second half. Records that this generation does not have are passed
     * over; only the first of a buffer can be seen to be invalid.
     */
    private static final String OURS = "ompt4j_";

    /** The twelve, without those of later generations. */
    private static final Map<Class<?>, String> NAMES = Map.ofEntries(
            Map.entry(OmptTracing.GetDeviceTime.class, GetDeviceTime.NAME),
            Map.entry(OmptTracing.TranslateTime.class, TranslateTime.NAME),
            Map.entry(OmptTracing.SetTraceOmpt.class, SetTraceOmpt.NAME),
            Map.entry(OmptTracing.SetTraceNative.class, SetTraceNative.NAME),
            Map.entry(OmptTracing.StartTrace.class, StartTrace.NAME),
            Map.entry(OmptTracing.PauseTrace.class, PauseTrace.NAME),
            Map.entry(OmptTracing.StopTrace.class, StopTrace.NAME),
            Map.entry(OmptTracing.AdvanceBufferCursor.class, AdvanceBufferCursor.NAME),
            Map.entry(OmptTracing.GetRecordType.class, GetRecordType.NAME),
            Map.entry(OmptTracing.GetRecordOmpt.class, GetRecordOmpt.NAME),
            Map.entry(OmptTracing.GetRecordNative.class, GetRecordNative.NAME),
            Map.entry(OmptTracing.GetRecordAbstract.class, GetRecordAbstract.NAME));

    private final OmptFunctionLookup lookup;
    private final OmptTracing.GetDeviceTime getDeviceTime;
    private final OmptTracing.TranslateTime translateTime;
    private final OmptTracing.SetTraceOmpt setTraceOmpt;
    private final OmptTracing.SetTraceNative setTraceNative;
    private final OmptTracing.StartTrace startTrace;
    private final OmptTracing.PauseTrace pauseTrace;
    private final OmptTracing.StopTrace stopTrace;
    private final OmptTracing.AdvanceBufferCursor advance;
    private final OmptTracing.GetRecordOmpt getRecordOmpt;
    private final OmptTracing.GetRecordNative getRecordNative;
    private final OmptTracing.GetRecordAbstract getRecordAbstract;
    private final Set<Tr4Event> chosen = EnumSet.noneOf(Tr4Event.class);

    /** What was chosen at any time: buffers can still have records of it. */
    private volatile Set<Tr4Event> wanted = Set.of();

    DeviceTracing(OmptFunctionLookup lookup) {
        this.lookup = lookup;
        EntryPoints entryPoints = new EntryPoints(lookup);
        getDeviceTime = given(entryPoints, OmptTracing.GetDeviceTime.class, device -> Tr4RecordAbstract.TIME_NONE);
        translateTime = given(entryPoints, OmptTracing.TranslateTime.class, (device, time) -> 0);
        setTraceOmpt = given(entryPoints, OmptTracing.SetTraceOmpt.class, (device, enable, event) -> SetResult.NEVER);
        setTraceNative =
                given(entryPoints, OmptTracing.SetTraceNative.class, (device, enable, flags) -> SetResult.NEVER);
        startTrace = given(entryPoints, OmptTracing.StartTrace.class, (device, request, complete) -> 0);
        pauseTrace = given(entryPoints, OmptTracing.PauseTrace.class, (device, beginPause) -> 0);
        stopTrace = given(entryPoints, OmptTracing.StopTrace.class, device -> 0);
        advance = given(entryPoints, OmptTracing.AdvanceBufferCursor.class, (device, buffer, size, current, next) -> 0);
        getRecordOmpt = given(entryPoints, OmptTracing.GetRecordOmpt.class, (buffer, current) -> null);
        getRecordNative = given(entryPoints, OmptTracing.GetRecordNative.class, (buffer, current, hostOpId) -> null);
        getRecordAbstract = given(entryPoints, OmptTracing.GetRecordAbstract.class, record -> null);
    }

    /** What the device has, else something that does nothing: it is used in here only, since {@link #lookup} does not give it. */
    private static <T> T given(EntryPoints entryPoints, Class<T> type, T otherwise) {
        T given = entryPoints.optional(type, Objects.requireNonNull(NAMES.get(type)));
        return given == null ? otherwise : given;
    }

    @Override
    public @Nullable Object lookup(String entryPointName) {
        if (entryPointName.startsWith(OURS)) {
            return lookup.lookup(entryPointName);
        }
        return NAMES.containsValue(entryPointName) && lookup.lookup(entryPointName) != null ? this : null;
    }

    // ---------------------------------------------------------------- choosing, starting, stopping

    @Override
    public long getDeviceTime(OmptDevice device) {
        return getDeviceTime.getDeviceTime(device);
    }

    @Override
    public double translateTime(OmptDevice device, long time) {
        return translateTime.translateTime(device, time);
    }

    @Override
    public synchronized OmptSetResult setTraceOmpt(OmptDevice device, int enable, @Nullable Tr4Event etype) {
        if (etype != null) {
            return choose(device, enable != 0, etype);
        }
        OmptSetResult least = OmptSetResult.ALWAYS;
        for (Tr4Event each : Tr4Event.values()) {
            OmptSetResult answer = choose(device, enable != 0, each);
            if (Records.isRecorded(each) && answer.value() < least.value()) {
                least = answer;
            }
        }
        // Some events never happen in any run: that says nothing of all of them.
        return least == OmptSetResult.NEVER ? OmptSetResult.SOMETIMES : least;
    }

    private OmptSetResult choose(OmptDevice device, boolean enable, Tr4Event etype) {
        if (!Records.isRecorded(etype)) {
            return OmptSetResult.NEVER;
        }
        if (enable) {
            chosen.add(etype);
            Set<Tr4Event> more = EnumSet.copyOf(chosen);
            more.addAll(wanted);
            wanted = more;
        } else {
            chosen.remove(etype);
        }
        SetResult answer = SetResult.NEVER;
        for (Event each : HostEvents.sourcesOf(etype)) {
            SetResult one = setTraceOmpt.setTraceOmpt(device, isNeeded(each) ? 1 : 0, each);
            answer = each == HostEvents.sourceOf(etype) ? one : answer;
        }
        return Conversions.setResult(answer);
    }

    private boolean isNeeded(Event source) {
        for (Tr4Event each : chosen) {
            if (HostEvents.sourcesOf(each).contains(source)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public OmptSetResult setTraceNative(OmptDevice device, int enable, int flags) {
        return Conversions.setResult(setTraceNative.setTraceNative(device, enable, flags));
    }

    @Override
    public int startTrace(OmptDevice device, BufferRequest request, BufferComplete complete) {
        return startTrace.startTrace(
                device,
                request::bufferRequest,
                (deviceNum, buffer, bytes, begin, bufferOwned) ->
                        complete.bufferComplete(deviceNum, buffer, bytes, 2 * begin, bufferOwned));
    }

    @Override
    public int pauseTrace(OmptDevice device, int beginPause) {
        return pauseTrace.pauseTrace(device, beginPause);
    }

    @Override
    public int stopTrace(OmptDevice device) {
        return stopTrace.stopTrace(device);
    }

    // ---------------------------------------------------------------- reading

    @Override
    public int advanceBufferCursor(OmptDevice device, ByteBuffer buffer, long size, long current, long[] next) {
        if (isFirstHalf(current) && hasSecondHalf(buffer, current)) {
            next[0] = current + 1;
            return 1;
        }
        long[] cursor = {current / 2};
        while (advance.advanceBufferCursor(device, buffer, size, cursor[0], cursor) != 0) {
            if (getRecordType(buffer, 2 * cursor[0]) != OmptRecordKind.INVALID) {
                next[0] = 2 * cursor[0];
                return 1;
            }
        }
        return 0;
    }

    private static boolean isFirstHalf(long cursor) {
        return cursor % 2 == 0;
    }

    private boolean hasSecondHalf(ByteBuffer buffer, long current) {
        OmptRecordOmpt record = getRecordOmpt.getRecordOmpt(buffer, current / 2);
        return record != null && Records.hasTwoHalves(record) && Records.of(record, true, wanted) != null;
    }

    private @Nullable Tr4RecordOmpt record(ByteBuffer buffer, long current) {
        OmptRecordOmpt record = getRecordOmpt.getRecordOmpt(buffer, current / 2);
        return record == null ? null : Records.of(record, !isFirstHalf(current), wanted);
    }

    @Override
    public OmptRecordKind getRecordType(ByteBuffer buffer, long current) {
        if (record(buffer, current) != null) {
            return OmptRecordKind.OMPT;
        }
        return getRecordNative.getRecordNative(buffer, current / 2, null) != null
                ? OmptRecordKind.NATIVE
                : OmptRecordKind.INVALID;
    }

    @Override
    public @Nullable Tr4RecordOmpt getRecordOmpt(ByteBuffer buffer, long current) {
        return record(buffer, current);
    }

    @Override
    public @Nullable Object getRecordNative(ByteBuffer buffer, long current, long @Nullable [] hostOpId) {
        Tr4RecordOmpt record = record(buffer, current);
        if (record == null) {
            return getRecordNative.getRecordNative(buffer, current / 2, hostOpId);
        }
        if (hostOpId != null) {
            hostOpId[0] = Records.hostOpId(record);
        }
        return record;
    }

    @Override
    public @Nullable Tr4RecordAbstract getRecordAbstract(@Nullable Object nativeRecord) {
        if (nativeRecord instanceof Tr4RecordOmpt record) {
            return Records.summary(record);
        }
        OmptRecordAbstract other = getRecordAbstract.getRecordAbstract(nativeRecord);
        if (other == null) {
            return null;
        }
        OmptRecordNativeKind rclass = OmptRecordNativeKind.of(other.rclass().value());
        return rclass == null
                ? null
                : new Tr4RecordAbstract(rclass, other.type(), other.startTime(), other.endTime(), other.hwid());
    }
}
