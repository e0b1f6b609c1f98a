package org.ompt4j.views.tr4;

import java.nio.ByteBuffer;
import java.util.EnumSet;
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
final class DeviceTracing implements OmptFunctionLookup {
    /*
     * Overview. Buffers are those of the present generation. A record there that stands for both ends of something is two here, so a
     * cursor of this view is twice the one there, plus 1 for the second half. Records that this generation does not have are passed
     * over; only the first of a buffer can be seen to be invalid.
     */
    private static final String OURS = "ompt4j_";

    private final OmptFunctionLookup lookup;
    private final OmptTracing.GetRecordOmpt recordOmpt;
    private final OmptTracing.GetRecordNative recordNative;
    private final Set<Tr4Event> chosen = EnumSet.noneOf(Tr4Event.class);

    /** The events that were chosen at any time: buffers can still have their records. */
    private volatile Set<Tr4Event> wanted = Set.of();

    DeviceTracing(OmptFunctionLookup lookup) {
        this.lookup = lookup;
        EntryPoints device = new EntryPoints(lookup);
        OmptTracing.GetRecordOmpt ompt =
                device.optional(OmptTracing.GetRecordOmpt.class, OmptTracing.GetRecordOmpt.NAME);
        recordOmpt = ompt == null ? (buffer, current) -> null : ompt;
        OmptTracing.GetRecordNative ofDevice =
                device.optional(OmptTracing.GetRecordNative.class, OmptTracing.GetRecordNative.NAME);
        recordNative = ofDevice == null ? (buffer, current, hostOpId) -> null : ofDevice;
    }

    @Override
    public @Nullable Object lookup(String entryPointName) {
        Object device = lookup.lookup(entryPointName);
        if (device == null || entryPointName.startsWith(OURS)) {
            return device;
        }
        return switch (entryPointName) {
            case Tr4Tracing.GetDeviceTime.NAME ->
                (Tr4Tracing.GetDeviceTime) ((OmptTracing.GetDeviceTime) device)::getDeviceTime;
            case Tr4Tracing.TranslateTime.NAME ->
                (Tr4Tracing.TranslateTime) ((OmptTracing.TranslateTime) device)::translateTime;
            case Tr4Tracing.SetTraceOmpt.NAME -> setTraceOmpt((OmptTracing.SetTraceOmpt) device);
            case Tr4Tracing.SetTraceNative.NAME -> setTraceNative((OmptTracing.SetTraceNative) device);
            case Tr4Tracing.StartTrace.NAME -> startTrace((OmptTracing.StartTrace) device);
            case Tr4Tracing.PauseTrace.NAME -> (Tr4Tracing.PauseTrace) ((OmptTracing.PauseTrace) device)::pauseTrace;
            case Tr4Tracing.StopTrace.NAME -> (Tr4Tracing.StopTrace) ((OmptTracing.StopTrace) device)::stopTrace;
            case Tr4Tracing.AdvanceBufferCursor.NAME -> advance((OmptTracing.AdvanceBufferCursor) device);
            case Tr4Tracing.GetRecordType.NAME -> (Tr4Tracing.GetRecordType) this::getRecordType;
            case Tr4Tracing.GetRecordOmpt.NAME -> (Tr4Tracing.GetRecordOmpt) this::getRecordOmpt;
            case Tr4Tracing.GetRecordNative.NAME -> (Tr4Tracing.GetRecordNative) this::getRecordNative;
            case Tr4Tracing.GetRecordAbstract.NAME -> getRecordAbstract((OmptTracing.GetRecordAbstract) device);
            default -> null;
        };
    }

    // ---------------------------------------------------------------- choosing and starting

    private Tr4Tracing.SetTraceOmpt setTraceOmpt(OmptTracing.SetTraceOmpt ofDevice) {
        return (device, enable, etype) ->
                etype == null ? chooseAll(ofDevice, device, enable != 0) : choose(ofDevice, device, enable != 0, etype);
    }

    private synchronized OmptSetResult chooseAll(OmptTracing.SetTraceOmpt ofDevice, OmptDevice device, boolean enable) {
        OmptSetResult least = OmptSetResult.ALWAYS;
        for (Tr4Event each : Tr4Event.values()) {
            OmptSetResult answer = choose(ofDevice, device, enable, each);
            if (Records.isRecorded(each) && answer.value() < least.value()) {
                least = answer;
            }
        }
        // Some events never happen in any run; they do not count for the result for all events.
        return least == OmptSetResult.NEVER ? OmptSetResult.SOMETIMES : least;
    }

    private synchronized OmptSetResult choose(
            OmptTracing.SetTraceOmpt ofDevice, OmptDevice device, boolean enable, Tr4Event etype) {
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
            SetResult one = ofDevice.setTraceOmpt(device, isNeeded(each) ? 1 : 0, each);
            answer = each == HostEvents.sourceOf(etype) ? one : answer;
        }
        return OmptSetResult.of(answer);
    }

    private boolean isNeeded(Event source) {
        for (Tr4Event each : chosen) {
            if (HostEvents.sourcesOf(each).contains(source)) {
                return true;
            }
        }
        return false;
    }

    private static Tr4Tracing.SetTraceNative setTraceNative(OmptTracing.SetTraceNative ofDevice) {
        return (device, enable, flags) -> OmptSetResult.of(ofDevice.setTraceNative(device, enable, flags));
    }

    private static Tr4Tracing.StartTrace startTrace(OmptTracing.StartTrace ofDevice) {
        return (device, request, complete) -> ofDevice.startTrace(
                device,
                request,
                (deviceNum, buffer, bytes, begin, bufferOwned) ->
                        complete.bufferComplete(deviceNum, buffer, bytes, 2 * begin, bufferOwned));
    }

    // ---------------------------------------------------------------- reading

    private Tr4Tracing.AdvanceBufferCursor advance(OmptTracing.AdvanceBufferCursor ofDevice) {
        return (device, buffer, size, current, next) -> {
            if (isFirstHalf(current) && hasSecondHalf(buffer, current)) {
                next[0] = current + 1;
                return 1;
            }
            long[] cursor = {current / 2};
            while (ofDevice.advanceBufferCursor(device, buffer, size, cursor[0], cursor) != 0) {
                if (getRecordType(buffer, 2 * cursor[0]) != OmptRecordKind.INVALID) {
                    next[0] = 2 * cursor[0];
                    return 1;
                }
            }
            return 0;
        };
    }

    private static boolean isFirstHalf(long cursor) {
        return cursor % 2 == 0;
    }

    private boolean hasSecondHalf(ByteBuffer buffer, long current) {
        OmptRecordOmpt record = recordOmpt.getRecordOmpt(buffer, current / 2);
        return record != null && Records.hasTwoHalves(record) && Records.of(record, true, wanted) != null;
    }

    private @Nullable Tr4RecordOmpt getRecordOmpt(ByteBuffer buffer, long current) {
        OmptRecordOmpt record = recordOmpt.getRecordOmpt(buffer, current / 2);
        return record == null ? null : Records.of(record, !isFirstHalf(current), wanted);
    }

    private OmptRecordKind getRecordType(ByteBuffer buffer, long current) {
        if (getRecordOmpt(buffer, current) != null) {
            return OmptRecordKind.OMPT;
        }
        return recordNative.getRecordNative(buffer, current / 2, null) != null
                ? OmptRecordKind.NATIVE
                : OmptRecordKind.INVALID;
    }

    private @Nullable Object getRecordNative(ByteBuffer buffer, long current, long @Nullable [] hostOpId) {
        Tr4RecordOmpt record = getRecordOmpt(buffer, current);
        if (record == null) {
            return recordNative.getRecordNative(buffer, current / 2, hostOpId);
        }
        if (hostOpId != null) {
            hostOpId[0] = Records.hostOpId(record);
        }
        return record;
    }

    private static Tr4Tracing.GetRecordAbstract getRecordAbstract(OmptTracing.GetRecordAbstract ofDevice) {
        return nativeRecord -> {
            if (nativeRecord instanceof Tr4RecordOmpt record) {
                return Records.summary(record);
            }
            OmptRecordAbstract other = ofDevice.getRecordAbstract(nativeRecord);
            OmptRecordNativeKind rclass = other == null
                    ? null
                    : OmptRecordNativeKind.of(other.rclass().value());
            return other == null || rclass == null
                    ? null
                    : new Tr4RecordAbstract(rclass, other.type(), other.startTime(), other.endTime(), other.hwid());
        };
    }
}
