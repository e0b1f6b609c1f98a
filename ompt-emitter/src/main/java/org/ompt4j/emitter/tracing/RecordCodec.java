package org.ompt4j.emitter.tracing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.OmptRecordOmpt;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/**
 * Records as bytes of a tool's buffer, whatever its byte order, position and limit are.
 *
 * <pre>
 * 0       4              8      16          24          32
 * +-------+--------------+------+-----------+-----------+----------------+---------------+
 * | bytes | event,       | time | thread id | target id | arguments,     | text, UTF-8,  |
 * | of it | arguments<<8 |      |           | 0         | 8 bytes each   | errors only   |
 * +-------+--------------+------+-----------+-----------+----------------+---------------+
 * </pre>
 *
 * <p>Records follow each other; four zero bytes end them where there is room for that. The arguments are those that {@link
 * TracingSink} noted. Thread safety: none needed but the buffer's.
 */
final class RecordCodec {
    /** Texts are cut here, so that no buffer of a sensible size is too small for one record. */
    static final int MAX_TEXT_CHARS = 1_000;

    private static final int HEADER_BYTES = 32;
    private static final int COUNT_SHIFT = 8;
    private static final byte[] NO_TEXT = {};

    private RecordCodec() {}

    /** The text of the ring's oldest event as it will be written. */
    static byte[] textOf(EventRing ring) {
        String text = ring.text();
        if (text == null) {
            return NO_TEXT;
        }
        String kept = text.length() > MAX_TEXT_CHARS ? text.substring(0, MAX_TEXT_CHARS) : text;
        return kept.getBytes(StandardCharsets.UTF_8);
    }

    /** Bytes that the ring's oldest event takes. */
    static int size(EventRing ring, byte[] text) {
        return HEADER_BYTES + ring.count() * Long.BYTES + text.length;
    }

    /** Writes the ring's oldest event at a position of a big-endian buffer with room for it. */
    static void write(ByteBuffer to, int at, EventRing ring, byte[] text) {
        int count = ring.count();
        to.putInt(at, size(ring, text));
        to.putInt(at + 4, count << COUNT_SHIFT | ring.event());
        to.putLong(at + 8, ring.time());
        to.putLong(at + 16, ring.threadId());
        to.putLong(at + 24, 0);
        for (int i = 0; i < count; i++) {
            to.putLong(at + HEADER_BYTES + i * Long.BYTES, ring.argument(i));
        }
        int textAt = at + HEADER_BYTES + count * Long.BYTES;
        for (int i = 0; i < text.length; i++) {
            to.put(textAt + i, text[i]);
        }
    }

    /** Ends the records before a position, if there is room to say so. */
    static void writeEnd(ByteBuffer to, int at, int bytes) {
        if (bytes - at >= Integer.BYTES) {
            to.putInt(at, 0);
        }
    }

    /** The bytes of the record at a cursor; 0 if none stands there. */
    static int sizeAt(ByteBuffer buffer, long cursor, long bytes) {
        long end = Math.min(bytes, buffer.capacity());
        if (cursor < 0 || end - cursor < HEADER_BYTES) {
            return 0;
        }
        ByteBuffer from = all(buffer);
        int at = (int) cursor;
        int size = from.getInt(at);
        int count = from.getInt(at + 4) >>> COUNT_SHIFT;
        boolean whole = size >= HEADER_BYTES + (long) count * Long.BYTES && size <= end - cursor;
        return whole && count <= EventRing.ARGUMENTS ? size : 0;
    }

    /** The record at a cursor, or null if none stands there. */
    static @Nullable OmptRecordOmpt read(ByteBuffer buffer, long cursor) {
        int size = sizeAt(buffer, cursor, buffer.capacity());
        if (size == 0) {
            return null;
        }
        ByteBuffer from = all(buffer);
        int at = (int) cursor;
        try {
            Event event = Event.of(from.getInt(at + 4) & (1 << COUNT_SHIFT) - 1);
            OmptRecord record = record(event, from, at, size);
            return new OmptRecordOmpt(
                    event, from.getLong(at + 8), from.getLong(at + 16), from.getLong(at + 24), record);
        } catch (IllegalArgumentException noRecord) {
            return null;
        }
    }

    /** The buffer from 0 to its capacity, big-endian. */
    private static ByteBuffer all(ByteBuffer buffer) {
        return buffer.duplicate().clear();
    }

    private static @Nullable OmptRecord record(Event event, ByteBuffer from, int at, int size) {
        return switch (event) {
            case THREAD_BEGIN -> new OmptRecord.ThreadBegin(ThreadType.of(number(from, at, 0)));
            case PARALLEL_BEGIN ->
                new OmptRecord.ParallelBegin(
                        id(from, at, 0),
                        id(from, at, 1),
                        number(from, at, 2),
                        number(from, at, 3),
                        number(from, at, 4));
            case PARALLEL_END ->
                new OmptRecord.ParallelEnd(id(from, at, 0), id(from, at, 1), number(from, at, 2), number(from, at, 3));
            case TASK_CREATE ->
                new OmptRecord.TaskCreate(
                        id(from, at, 0),
                        id(from, at, 1),
                        number(from, at, 2),
                        number(from, at, 3) != 0,
                        number(from, at, 4));
            case TASK_SCHEDULE ->
                new OmptRecord.TaskSchedule(id(from, at, 0), TaskStatus.of(number(from, at, 1)), id(from, at, 2));
            case IMPLICIT_TASK ->
                new OmptRecord.ImplicitTask(
                        endpoint(from, at, 0),
                        id(from, at, 1),
                        id(from, at, 2),
                        number(from, at, 3),
                        number(from, at, 4),
                        number(from, at, 5));
            case WORK ->
                new OmptRecord.Work(
                        WorkType.of(number(from, at, 0)),
                        endpoint(from, at, 1),
                        id(from, at, 2),
                        id(from, at, 3),
                        id(from, at, 4),
                        number(from, at, 5));
            case DISPATCH ->
                new OmptRecord.Dispatch(
                        id(from, at, 0),
                        id(from, at, 1),
                        DispatchKind.of(number(from, at, 2)),
                        id(from, at, 3),
                        id(from, at, 4));
            case DEPENDENCES ->
                new OmptRecord.Dependences(
                        id(from, at, 0),
                        new OmptDependence(id(from, at, 1), DependenceType.of(number(from, at, 2))),
                        number(from, at, 3));
            case TASK_DEPENDENCE -> new OmptRecord.TaskDependence(id(from, at, 0), id(from, at, 1));
            case SYNC_REGION, SYNC_REGION_WAIT, REDUCTION ->
                new OmptRecord.SyncRegion(
                        SyncRegionKind.of(number(from, at, 0)),
                        endpoint(from, at, 1),
                        id(from, at, 2),
                        id(from, at, 3),
                        number(from, at, 4));
            case MASKED ->
                new OmptRecord.Masked(endpoint(from, at, 0), id(from, at, 1), id(from, at, 2), number(from, at, 3));
            case MUTEX_ACQUIRE, LOCK_INIT ->
                new OmptRecord.MutexAcquire(
                        MutexKind.of(number(from, at, 0)),
                        number(from, at, 1),
                        MutexImpl.of(number(from, at, 2)),
                        id(from, at, 3),
                        number(from, at, 4));
            case MUTEX_ACQUIRED, MUTEX_RELEASED, LOCK_DESTROY ->
                new OmptRecord.Mutex(MutexKind.of(number(from, at, 0)), id(from, at, 1), number(from, at, 2));
            case NEST_LOCK -> new OmptRecord.NestLock(endpoint(from, at, 0), id(from, at, 1), number(from, at, 2));
            case FLUSH -> new OmptRecord.Flush(number(from, at, 0));
            case CANCEL -> new OmptRecord.Cancel(id(from, at, 0), number(from, at, 1), number(from, at, 2));
            case CONTROL_TOOL -> new OmptRecord.ControlTool(id(from, at, 0), id(from, at, 1), number(from, at, 2));
            case ERROR -> {
                String message = text(from, at + HEADER_BYTES + 3 * Long.BYTES, at + size);
                yield new OmptRecord.RuntimeError(
                        Severity.of(number(from, at, 0)), message, number(from, at, 1), number(from, at, 2));
            }
            case WAKEUP -> new OmptRecord.Wakeup(id(from, at, 0), id(from, at, 1), number(from, at, 2));
            case THREAD_END -> null;
            case WAIT,
                    TARGET,
                    TARGET_DATA_OP,
                    TARGET_SUBMIT,
                    TARGET_MAP,
                    TARGET_EMI,
                    TARGET_DATA_OP_EMI,
                    TARGET_SUBMIT_EMI,
                    TARGET_MAP_EMI,
                    DEVICE_INITIALIZE,
                    DEVICE_FINALIZE,
                    DEVICE_LOAD,
                    DEVICE_UNLOAD -> throw new IllegalArgumentException("the host makes no record of " + event);
        };
    }

    private static long id(ByteBuffer from, int at, int index) {
        return from.getLong(at + HEADER_BYTES + index * Long.BYTES);
    }

    private static int number(ByteBuffer from, int at, int index) {
        return (int) id(from, at, index);
    }

    private static ScopeEndpoint endpoint(ByteBuffer from, int at, int index) {
        return ScopeEndpoint.of(number(from, at, index));
    }

    private static String text(ByteBuffer from, int begin, int end) {
        byte[] text = new byte[end - begin];
        for (int i = 0; i < text.length; i++) {
            text[i] = from.get(begin + i);
        }
        return new String(text, StandardCharsets.UTF_8);
    }
}
