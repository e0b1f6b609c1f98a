package org.ompt4j.ompt;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The entry points of a device's tracing interface: the lookup function that {@link Event#DEVICE_INITIALIZE} passes gives each as
 * the interface that names it.
 *
 * <p>A tool chooses events ({@link SetTraceOmpt}), starts ({@link StartTrace}) and is handed buffers full of records, which it walks
 * with a cursor ({@link AdvanceBufferCursor}) and reads ({@link GetRecordType}, {@link GetRecordOmpt}). Buffers are filled, asked for
 * and handed back on a thread of the agent, so that the observed threads do no more than note what happened; a thread that
 * notes more than can be taken away loses the newest records, which are counted ({@link GetDroppedRecords}). The records of one thread
 * come in the order of its events, those of different threads interleaved.
 *
 * <p>What a buffer contains is the device's affair: only these functions read it. They may do so as long as the tool keeps the
 * buffer, also after the end of the trace.
 *
 * <p>Thread safety: any thread, any time until the tool is finalized; also inside callbacks. Functions that start or stop something
 * answer 0 where it was not possible, such as pausing a trace that was never started.
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

        /** The device's time, the unit being its own: for the host nanoseconds of {@link System#nanoTime}. */
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
         * Chooses whether an event is recorded, from now on if the trace runs; at first none is.
         *
         * @param enable 0 for no, else yes
         * @param etype the event, null for all that can be recorded
         * @return how much of the event will be recorded; {@link SetResult#ERROR} after the tool was finalized
         */
        SetResult setTraceOmpt(OmptDevice device, int enable, @Nullable Event etype);
    }

    /** {@code get_buffer_limits}, of OpenMP 6.0. */
    interface GetBufferLimits extends OmptTracing {
        String NAME = "ompt_get_buffer_limits";

        /**
         * What to give in {@code buffer_request}; nothing is written for another device.
         *
         * @param maxConcurrentAllocs is given how many buffers the runtime has at the same time: it hands one back before it asks for another
         * @param recommendedBytes is given a size that holds many records and is soon full
         */
        void getBufferLimits(
                OmptDevice device, int @Nullable [] maxConcurrentAllocs, long @Nullable [] recommendedBytes);
    }

    /** {@code ompt_set_trace_native}. Spec: section 4.6.2.5. */
    interface SetTraceNative extends OmptTracing {
        String NAME = "ompt_set_trace_native";

        /**
         * Chooses what is recorded in the device's own form. The host has no such records: {@link SetResult#NEVER}.
         *
         * @param flags a disjunction of {@link NativeMonFlag}
         */
        SetResult setTraceNative(OmptDevice device, int enable, int flags);
    }

    /** {@code ompt_start_trace}. Spec: section 4.6.2.6. */
    interface StartTrace extends OmptTracing {
        String NAME = "ompt_start_trace";

        /**
         * Starts recording, or starts it again after a stop or after a request for a buffer was answered with 0 bytes.
         *
         * @return 1 if it records now, 0 if not
         */
        int startTrace(OmptDevice device, OmptCallback.BufferRequest request, OmptCallback.BufferComplete complete);
    }

    /** {@code ompt_pause_trace}. Spec: section 4.6.2.7. */
    interface PauseTrace extends OmptTracing {
        String NAME = "ompt_pause_trace";

        /**
         * Pauses or resumes recording; what was recorded before stays.
         *
         * @param beginPause 1 to pause, 0 to resume
         * @return 1 if done, 0 if no trace runs
         */
        int pauseTrace(OmptDevice device, int beginPause);
    }

    /** {@code ompt_flush_trace}. Spec: section 4.6.2.8. */
    interface FlushTrace extends OmptTracing {
        String NAME = "ompt_flush_trace";

        /**
         * Has everything recorded so far handed over, and returns when it was; on the thread that hands buffers over it returns at
         * once.
         *
         * @return 1 if done, 0 if no trace runs or the tool did not take its buffers within five seconds
         */
        int flushTrace(OmptDevice device);
    }

    /** {@code ompt_stop_trace}. Spec: section 4.6.2.9. */
    interface StopTrace extends OmptTracing {
        String NAME = "ompt_stop_trace";

        /** Stops recording and flushes; answers as {@link FlushTrace} does. */
        int stopTrace(OmptDevice device);
    }

    /** {@code ompt_advance_buffer_cursor}. Spec: section 4.6.2.10. */
    interface AdvanceBufferCursor extends OmptTracing {
        String NAME = "ompt_advance_buffer_cursor";

        /**
         * Goes to the next record.
         *
         * @param size bytes of the buffer, as passed to the tool
         * @param next its one element takes the next cursor
         * @return 1 if there is a next record, else 0
         */
        int advanceBufferCursor(OmptDevice device, ByteBuffer buffer, long size, long current, long[] next);
    }

    /** {@code ompt_get_record_type}. Spec: section 4.6.2.11. */
    interface GetRecordType extends OmptTracing {
        String NAME = "ompt_get_record_type";

        /** What stands at the cursor; {@link RecordType#INVALID} if no record does, as in a buffer that comes back unused. */
        RecordType getRecordType(ByteBuffer buffer, long current);
    }

    /** {@code ompt_get_record_ompt}. Spec: section 4.6.2.12. */
    interface GetRecordOmpt extends OmptTracing {
        String NAME = "ompt_get_record_ompt";

        /** The record at the cursor, a copy; null if there is none of this type. */
        @Nullable
        OmptRecordOmpt getRecordOmpt(ByteBuffer buffer, long current);
    }

    /** {@code ompt_get_record_native}. Spec: section 4.6.2.13. */
    interface GetRecordNative extends OmptTracing {
        String NAME = "ompt_get_record_native";

        /**
         * The native record at the cursor.
         *
         * @param hostOpId its one element takes the id of the host's operation that the record belongs to
         * @return null if there is none of this type, for the host always
         */
        @Nullable
        Object getRecordNative(ByteBuffer buffer, long current, long @Nullable [] hostOpId);
    }

    /** {@code ompt_get_record_abstract}. Spec: section 4.6.2.14. */
    interface GetRecordAbstract extends OmptTracing {
        String NAME = "ompt_get_record_abstract";

        /** What {@link GetRecordNative} gave, in the form that all devices share; null if it is no native record. */
        @Nullable
        OmptRecordAbstract getRecordAbstract(@Nullable Object nativeRecord);
    }

    /** {@code ompt4j_get_dropped_records}. */
    interface GetDroppedRecords extends OmptTracing {
        String NAME = "ompt4j_get_dropped_records";

        /** How many records were lost since the trace was first started: threads were faster, or the tool gave no buffer. */
        long getDroppedRecords(OmptDevice device);
    }
}
