package org.ompt4j.views.tr4;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptTracing;
import org.ompt4j.views.tr4.Tr4.OmptNativeMonFlags;
import org.ompt4j.views.tr4.Tr4.OmptRecordKind;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;

/**
 * The entry points of a device's tracing interface: the {@code lookup} that {@link Tr4Callback.DeviceInitialize} gets gives each as the
 * interface that names it, null for an unknown name. The host is device 0; its native format is OMPT format.
 *
 * <p>Entry points that extend one of {@link OmptTracing} are those of the present generation, unchanged, and so are the callbacks for
 * buffers.
 *
 * <p>The format of a buffer is specific to the device: only these functions can read it, as long as the tool keeps the buffer.
 *
 * <p>Thread safety: any thread, any time until the tool is finalized; also inside callbacks. Functions that start or stop something
 * answer 1, or 0 where it was not possible.
 *
 * <p>Spec: OpenMP TR4, table "OMPT tracing interface runtime entry point names".
 */
public interface Tr4Tracing {

    /** Requests memory from a tool. Runs on a thread of the agent. */
    @FunctionalInterface
    interface BufferRequest extends OmptCallback.BufferRequest {}

    /** Returns a buffer to the tool. Runs on a thread of the agent, never on a thread of the application. */
    @FunctionalInterface
    interface BufferComplete extends OmptCallback.BufferComplete {}

    /** {@code ompt_get_device_time}. */
    interface GetDeviceTime extends Tr4Tracing, OmptTracing.GetDeviceTime {}

    /** {@code ompt_translate_time}. */
    interface TranslateTime extends Tr4Tracing, OmptTracing.TranslateTime {}

    /** {@code ompt_set_trace_ompt}. */
    interface SetTraceOmpt extends Tr4Tracing {
        String NAME = "ompt_set_trace_ompt";

        /**
         * Chooses whether an event is recorded; at first none is.
         *
         * @param enable 0 for no, else yes
         * @param etype the event, null for all that can be recorded
         * @return how much of the event will be recorded; {@link OmptSetResult#NEVER} for events that have no record
         */
        OmptSetResult setTraceOmpt(OmptDevice device, int enable, @Nullable Tr4Event etype);
    }

    /** {@code ompt_set_trace_native}. */
    interface SetTraceNative extends Tr4Tracing {
        String NAME = "ompt_set_trace_native";

        /**
         * Chooses which native events of the device are recorded; the host has no native events.
         *
         * @param flags a disjunction of {@link OmptNativeMonFlags}
         */
        OmptSetResult setTraceNative(OmptDevice device, int enable, int flags);
    }

    /** {@code ompt_start_trace}. */
    interface StartTrace extends Tr4Tracing {
        String NAME = "ompt_start_trace";

        /** Starts recording, or starts it again. */
        int startTrace(OmptDevice device, BufferRequest request, BufferComplete complete);
    }

    /** {@code ompt_pause_trace}. */
    interface PauseTrace extends Tr4Tracing, OmptTracing.PauseTrace {}

    /** {@code ompt_stop_trace}. */
    interface StopTrace extends Tr4Tracing, OmptTracing.StopTrace {}

    /** {@code ompt_advance_buffer_cursor}. */
    interface AdvanceBufferCursor extends Tr4Tracing, OmptTracing.AdvanceBufferCursor {}

    /** {@code ompt_get_record_type}. */
    interface GetRecordType extends Tr4Tracing {
        String NAME = "ompt_get_record_type";

        /** What stands at the cursor; {@link OmptRecordKind#INVALID} if no record of this generation does. */
        OmptRecordKind getRecordType(ByteBuffer buffer, long current);
    }

    /** {@code ompt_get_record_ompt}. */
    interface GetRecordOmpt extends Tr4Tracing {
        String NAME = "ompt_get_record_ompt";

        /** The record at the cursor, a copy; null if it is invalid. */
        @Nullable
        Tr4RecordOmpt getRecordOmpt(ByteBuffer buffer, long current);
    }

    /** {@code ompt_get_record_native}. */
    interface GetRecordNative extends Tr4Tracing {
        String NAME = "ompt_get_record_native";

        /**
         * The record at the cursor in the device's native format, for the host a {@link Tr4RecordOmpt}.
         *
         * @param hostOpId its one element takes the id of the host's operation that the record belongs to, 0 if there is none
         * @return null if the record is invalid
         */
        @Nullable
        Object getRecordNative(ByteBuffer buffer, long current, long @Nullable [] hostOpId);
    }

    /** {@code ompt_get_record_abstract}. */
    interface GetRecordAbstract extends Tr4Tracing {
        String NAME = "ompt_get_record_abstract";

        /** A summary of what {@link GetRecordNative} gave; null if that is no native record. */
        @Nullable
        Tr4RecordAbstract getRecordAbstract(@Nullable Object nativeRecord);
    }
}
