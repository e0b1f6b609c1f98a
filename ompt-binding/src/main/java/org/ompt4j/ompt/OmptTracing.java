package org.ompt4j.ompt;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The entry points of a device's tracing interface. The lookup function that {@link Event#DEVICE_INITIALIZE} passes returns each of them,
 * by its {@code NAME}, as an object of its interface.
 *
 * <p>A tool chooses events ({@link SetTraceOmpt}), starts the trace ({@link StartTrace}) and gets buffers of records, which it walks
 * with a cursor ({@link AdvanceBufferCursor}) and reads ({@link GetRecordType}, {@link GetRecordOmpt}). A thread of the agent requests
 * buffers, fills them and hands them back; observed threads only put records into a ring buffer each. While a ring is full, its thread's
 * records are lost and counted ({@link GetDroppedRecords}). The records of one thread come in the order of its events; those of several
 * threads are mixed.
 *
 * <p>The format of a buffer is not specified: read it with these functions only. They work as long as the tool keeps the buffer, also
 * after the end of the trace.
 *
 * <p>Thread safety: any thread, any time until the tool is finalized; also inside callbacks. Functions that start or stop something
 * return 0 if that was not possible, for example if a trace that was never started is paused.
 *
 * <p>Spec: OpenMP 5.1, section 4.6.2, to which the numbers of sections below belong too.
 */
public interface OmptTracing {

    /** {@code ompt_get_device_num_procs}. Spec: section 4.6.2.1. */
    interface GetDeviceNumProcs extends OmptTracing {
        String NAME = "ompt_get_device_num_procs";

        /** Processors of the device. */
        int getDeviceNumProcs(OmptDevice device);
    }

    /** {@code ompt_get_device_time}. Spec: section 4.6.2.2. */
    interface GetDeviceTime extends OmptTracing {
        String NAME = "ompt_get_device_time";

        /** The time of the device, in a unit of the device's choice: for the host {@link System#nanoTime}, in nanoseconds. */
        long getDeviceTime(OmptDevice device);
    }

    /** {@code ompt_translate_time}. Spec: section 4.6.2.3. */
    interface TranslateTime extends OmptTracing {
        String NAME = "ompt_translate_time";

        /** Host time in seconds, on the scale of {@code System.nanoTime() / 1e9}, for a time of the device. */
        double translateTime(OmptDevice device, long time);
    }

    /** {@code ompt_set_trace_ompt}. Spec: section 4.6.2.4. */
    interface SetTraceOmpt extends OmptTracing {
        String NAME = "ompt_set_trace_ompt";

        /**
         * Chooses whether an event is recorded, at once if the trace runs. By default no event is.
         *
         * @param enable 0 for no, else yes
         * @param etype the event, null for all events that can be recorded
         * @return how completely the event will be recorded; {@link SetResult#ERROR} for another device or after the tool was finalized
         */
        SetResult setTraceOmpt(OmptDevice device, int enable, @Nullable Event etype);
    }

    /** {@code get_buffer_limits}, of OpenMP 6.0. */
    interface GetBufferLimits extends OmptTracing {
        String NAME = "ompt_get_buffer_limits";

        /**
         * The number and size of buffers that {@code buffer_request} should provide. Nothing is written for another device.
         *
         * @param maxConcurrentAllocs its first element is set to the number of buffers that the runtime has at the same time: 1 for the host
         * @param recommendedBytes its first element is set to a size in bytes that holds many records but is soon full
         */
        void getBufferLimits(
                OmptDevice device, int @Nullable [] maxConcurrentAllocs, long @Nullable [] recommendedBytes);
    }

    /** {@code ompt_set_trace_native}. Spec: section 4.6.2.5. */
    interface SetTraceNative extends OmptTracing {
        String NAME = "ompt_set_trace_native";

        /**
         * Chooses what is recorded in the device's native format. The host has no native records: {@link SetResult#NEVER}.
         *
         * @param flags a bitwise or of {@link NativeMonFlag}
         */
        SetResult setTraceNative(OmptDevice device, int enable, int flags);
    }

    /** {@code ompt_start_trace}. Spec: section 4.6.2.6. */
    interface StartTrace extends OmptTracing {
        String NAME = "ompt_start_trace";

        /**
         * Starts recording, or starts it again after a stop or after {@code buffer_request} provided no buffer.
         *
         * @return 1 if the trace runs now, else 0
         */
        int startTrace(OmptDevice device, OmptCallback.BufferRequest request, OmptCallback.BufferComplete complete);
    }

    /** {@code ompt_pause_trace}. Spec: section 4.6.2.7. */
    interface PauseTrace extends OmptTracing {
        String NAME = "ompt_pause_trace";

        /**
         * Pauses or resumes recording. Earlier records are kept.
         *
         * @param beginPause 0 to resume, else pause
         * @return 1 if done, 0 if no trace runs
         */
        int pauseTrace(OmptDevice device, int beginPause);
    }

    /** {@code ompt_flush_trace}. Spec: section 4.6.2.8. */
    interface FlushTrace extends OmptTracing {
        String NAME = "ompt_flush_trace";

        /**
         * Waits until all records so far were handed over to the tool. On the thread that hands them over it does not wait.
         *
         * @return 1 if done, 0 if no trace runs or the tool did not take its buffers within five seconds
         */
        int flushTrace(OmptDevice device);
    }

    /** {@code ompt_stop_trace}. Spec: section 4.6.2.9. */
    interface StopTrace extends OmptTracing {
        String NAME = "ompt_stop_trace";

        /** Stops recording, then flushes. The result is that of {@link FlushTrace}. */
        int stopTrace(OmptDevice device);
    }

    /** {@code ompt_advance_buffer_cursor}. Spec: section 4.6.2.10. */
    interface AdvanceBufferCursor extends OmptTracing {
        String NAME = "ompt_advance_buffer_cursor";

        /**
         * Goes to the next record.
         *
         * @param size bytes of the buffer, as passed to the tool
         * @param next its first element is set to the next cursor if there is a next record
         * @return 1 if there is a next record, else 0
         */
        int advanceBufferCursor(OmptDevice device, ByteBuffer buffer, long size, long current, long[] next);
    }

    /** {@code ompt_get_record_type}. Spec: section 4.6.2.11. */
    interface GetRecordType extends OmptTracing {
        String NAME = "ompt_get_record_type";

        /** The type of the record at the cursor; {@link RecordType#INVALID} if there is none, as in a buffer that is returned unused. */
        RecordType getRecordType(ByteBuffer buffer, long current);
    }

    /** {@code ompt_get_record_ompt}. Spec: section 4.6.2.12. */
    interface GetRecordOmpt extends OmptTracing {
        String NAME = "ompt_get_record_ompt";

        /** A copy of the record at the cursor; null if there is no record of type {@link RecordType#OMPT}. */
        @Nullable
        OmptRecordOmpt getRecordOmpt(ByteBuffer buffer, long current);
    }

    /** {@code ompt_get_record_native}. Spec: section 4.6.2.13. */
    interface GetRecordNative extends OmptTracing {
        String NAME = "ompt_get_record_native";

        /**
         * The native record at the cursor.
         *
         * @param hostOpId its first element is set to the id of the host's operation that the record belongs to
         * @return null if there is no native record; always null for the host
         */
        @Nullable
        Object getRecordNative(ByteBuffer buffer, long current, long @Nullable [] hostOpId);
    }

    /** {@code ompt_get_record_abstract}. Spec: section 4.6.2.14. */
    interface GetRecordAbstract extends OmptTracing {
        String NAME = "ompt_get_record_abstract";

        /** A record that {@link GetRecordNative} returned, in the format that is the same for all devices; null if it is no native record. */
        @Nullable
        OmptRecordAbstract getRecordAbstract(@Nullable Object nativeRecord);
    }

    /** {@code ompt4j_get_dropped_records}. */
    interface GetDroppedRecords extends OmptTracing {
        String NAME = "ompt4j_get_dropped_records";

        /** How many records were lost since the trace was first started, because a thread's ring was full or the tool provided no buffer. */
        long getDroppedRecords(OmptDevice device);
    }
}
