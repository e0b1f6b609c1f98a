package org.ompt4j.tools.trace;

import java.nio.ByteBuffer;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.TaskStatus;

/**
 * The layout of a trace file, byte by byte. All numbers are little-endian.
 *
 * <pre>
 * file      = header | chunk | chunk | ...          (the header is a multiple of 4,096 bytes, a chunk of 64)
 *
 * header      0         8         12        16          24          32      36      40
 *             +---------+---------+---------+-----------+-----------+-------+-------+
 *             | magic   | version | length  | wall ms   | nanoTime  | text  | 0     |
 *             | 8 bytes | of this | of the  | of time 0 | of time 0 | bytes |       |
 *             |         | format  | header  |           |           |       |       |
 *             +---------+---------+---------+-----------+-----------+-------+-------+
 *            40         41        42        43   48          56          64             128
 *             +---------+---------+---------+----+-----------+-----------+---------------+---------+
 *             | 1 when  | why it  | 1 when  | 0  | events    | duration  | file length   | text    |
 *             | finished| stopped |throttled|    | dropped   | ns        | when finished | ...     |
 *             +---------+---------+---------+----+-----------+-----------+---------------+---------+
 * text      = (key length: 4 | key: UTF-8 | value length: 4 | value: UTF-8)*
 *
 * chunk       0       4      5       6     8        16     24      32         36      40        48        64
 *             +-------+------+-------+-----+--------+------+-------+----------+-------+---------+---------+
 *             | bytes | kind | depth | 0   | thread | time | task  | sequence | count | events  | 0       |
 *             | of it |      |       |     | id     | of   | at    | in its   | when  | dropped |         |
 *             |       |      |       |     |        | base | begin | thread   | full  | after it|         |
 *             +-------+------+-------+-----+--------+------+-------+----------+-------+---------+---------+
 *            64             64 + 8 * depth
 *             +-------------+--------+--------+-----+--------+-------------------+
 *             | outer tasks | record | record | ... | record | 0 0 0 0 0 0 0 ... |
 *             | 8 bytes each|        |        |     |        |                   |
 *             +-------------+--------+--------+-----+--------+-------------------+
 *
 * event       +-----+------+---------------------------+----------------------+----------------+
 * record    = | tag | time | attributes | flags        | place                | ids and counts |
 *             |  1  | 1-9  | 1-9 each; absent if bit 7 | 1-9; absent if bit 6 | 1-9 each       |
 *             |     |      | of the tag is set         | of the tag is set    |                |
 *             +-----+------+---------------------------+----------------------+----------------+
 * definition  +-----+-----+-----+-----+-------------+-------+
 * record    = | tag | id  |  a  |  b  | text length | UTF-8 |
 *             |  1  | 1-9 | 1-9 | 1-9 | 1-9         |       |
 *             +-----+-----+-----+-----+-------------+-------+
 * counter     0        8      12    13          14  16       24       32    40          48           56     64
 *             +--------+------+-----+-----------+---+--------+--------+-----+-----------+------------+------+
 *             | thread | call | tag | construct | 0 | events | ns in  | max | time of   | time of    |  0   |
 *             | id     | site |     |           |   |        | all    | ns  | the first | the latest |      |
 *             +--------+------+-----+-----------+---+--------+--------+-----+-----------+------------+------+
 * </pre>
 *
 * <p>A counter stands for the events with its tag that one thread raised at one call site and that were counted instead of recorded. Its numbers
 * have a fixed length and are updated in place, so that none is lost if the JVM is killed.
 *
 * <p>A number is 1 to 9 bytes long: as many zero bits as bytes follow the first, a one bit, and the value above them; a first
 * byte of zero means that eight whole bytes follow. A record counts once its tag is not zero, and the tag is stored last. A
 * chunk counts once its kind is not zero, and the kind is stored after the rest of the chunk's header. A chunk can be decoded
 * without any other: what its records leave out refers to the chunk's own header and earlier records.
 */
public final class RecordLayout {
    /** The first eight bytes of every trace. */
    public static final long MAGIC = 0x1A0A_0D54_504D_4F89L;

    /**
     * Incremented with every change of the format, also if an event or an enumerator is added. For constructs see {@link #TEXT_CONSTRUCTS}.
     */
    public static final int VERSION = 13;

    /** The header's length is a multiple of this. */
    public static final int PAGE_BYTES = 4096;

    public static final int HEADER_VERSION = 8;
    public static final int HEADER_LENGTH = 12;
    public static final int HEADER_WALL_MILLIS = 16;
    public static final int HEADER_START_NANOS = 24;
    public static final int HEADER_TEXT_BYTES = 32;
    public static final int HEADER_FINISHED = 40;
    public static final int HEADER_END_REASON = 41;
    /** 1 once events were counted instead of recorded. */
    public static final int HEADER_THROTTLED = 42;

    public static final int HEADER_DROPPED = 48;
    public static final int HEADER_DURATION_NANOS = 56;
    public static final int HEADER_FILE_LENGTH = 64;
    public static final int HEADER_TEXT = 128;

    public static final int CHUNK_BYTES = 0;
    public static final int CHUNK_KIND = 4;
    public static final int CHUNK_DEPTH = 5;
    public static final int CHUNK_THREAD = 8;
    public static final int CHUNK_BASE_TIME = 16;
    public static final int CHUNK_TASK = 24;
    public static final int CHUNK_SEQUENCE = 32;
    public static final int CHUNK_COUNT = 36;
    public static final int CHUNK_DROPPED = 40;
    public static final int CHUNK_OUTER_TASKS = 64;

    /** Outer tasks beyond this depth are forgotten at a chunk's begin, the outermost first. */
    public static final int MAX_OUTER_TASKS = 32;

    /** Size of a counter, and where its members are. */
    public static final int COUNTER_BYTES = 64;

    public static final int COUNTER_THREAD = 0;
    public static final int COUNTER_CALL_SITE = 8;
    public static final int COUNTER_TAG = 12;
    public static final int COUNTER_CONSTRUCT = 13;
    public static final int COUNTER_EVENTS = 16;
    public static final int COUNTER_TOTAL_NANOS = 24;
    public static final int COUNTER_MAX_NANOS = 32;
    public static final int COUNTER_FIRST_TIME = 40;
    public static final int COUNTER_LATEST_TIME = 48;

    /** The shortest length of a chunk: room for its header and some records. */
    public static final int MIN_CHUNK_BYTES = 512;
    /** The length of a chunk is a multiple of this; before version 6, and in a ring, of {@link #PAGE_BYTES}. */
    public static final int CHUNK_ALIGNMENT = 64;

    /** The first version whose chunks need not be whole pages. */
    public static final int SHORT_CHUNKS_SINCE = 6;

    /** The first version whose parallel_end has a third number, how many members there were. */
    private static final int MEMBERS_SINCE = 7;

    /** The first version whose mutex_acquire has a second number, who held the mutex. */
    private static final int OWNERS_SINCE = 10;

    /** The first version with events for late tasks. */
    public static final int TASK_LATE_SINCE = 11;

    /** From this version on a wait that was not over says whether it has a timeout. */
    public static final int TIMEOUTS_SINCE = 13;

    public static final int MAX_CHUNK_BYTES = 1 << 20;

    public static final byte KIND_FREE = 0;
    public static final byte KIND_EVENTS = 1;
    public static final byte KIND_DEFINITIONS = 2;
    public static final byte KIND_SAMPLES = 3;
    public static final byte KIND_COUNTERS = 4;

    public static final byte REASON_NONE = 0;
    public static final byte REASON_SIZE_LIMIT = 1;
    /** The file could not grow: the disk was full or failed, a limit of the size of files was reached, or the file was removed or truncated. */
    public static final byte REASON_STORAGE = 2;
    /** A command ended recording. */
    public static final byte REASON_COMMAND = 3;

    /** Set in an event's tag if its attributes are those of the chunk's last record with that tag. */
    public static final int SAME_ATTRIBUTES = 0x80;

    /** Set in an event's tag if its body and call site are those of the chunk's last record with that tag, or 0 without one. */
    public static final int SAME_PLACE = 0x40;

    public static final int TAG_MASK = 0x3F;

    /** No event record is longer: tag, time, three numbers about kind and place, up to four of its own. */
    public static final int MAX_RECORD_BYTES = 1 + 8 * 9;

    /** Tags of events; for scoped ones the tag of begin, followed by those of end and of beginend. */
    public static final int THREAD_BEGIN = 1;

    public static final int THREAD_END = 2;
    public static final int PARALLEL_BEGIN = 3;
    public static final int PARALLEL_END = 4;
    public static final int IMPLICIT_TASK = 5;
    public static final int WORK = 8;
    public static final int DISPATCH = 11;
    public static final int TASK_CREATE = 12;
    public static final int TASK_SCHEDULE_SWITCH = 13;
    public static final int TASK_SCHEDULE_COMPLETE = 14;
    /** A task_schedule with any other status, which is in the attributes. */
    public static final int TASK_SCHEDULE = 15;

    public static final int TASK_DEPENDENCE = 16;
    public static final int SYNC_REGION = 17;
    public static final int SYNC_REGION_WAIT = 20;
    public static final int REDUCTION = 23;
    public static final int MUTEX_ACQUIRE = 26;
    public static final int MUTEX_ACQUIRED = 27;
    public static final int MUTEX_RELEASED = 28;
    public static final int NEST_LOCK = 29;
    public static final int LOCK_INIT = 32;
    public static final int LOCK_DESTROY = 33;
    public static final int CANCEL = 34;
    public static final int ERROR = 35;
    public static final int WAKEUP = 36;
    public static final int SAMPLE = 37;
    public static final int MASKED = 38;
    /** One for each dependence of a task. */
    public static final int DEPENDENCES = 41;

    public static final int FLUSH = 42;
    public static final int CONTROL_TOOL = 43;

    /** Two events: {@link #SYNC_REGION}, and a switch of the current task to the task that the wait id names. */
    public static final int JOIN_BEGIN = 44;

    /** The task that the innermost such join awaits is complete, and the waiting task is resumed. The record has only a time. */
    public static final int JOINED = 45;
    /** Two events: {@link #JOINED}, and the end of the sync region. */
    public static final int JOIN_END = 46;

    /** A wait event of OMPT4J; the state is stored instead of kind and implementation. It has only begin and end. */
    public static final int WAIT = 47;

    /** A pool event; it has only begin and end. */
    public static final int POOL = 49;

    public static final int POOL_WORKER = 51;

    /** A task_schedule that suspends a detached task, and below one that completes it. */
    public static final int TASK_SCHEDULE_DETACH = 53;

    public static final int TASK_SCHEDULE_LATE_FULFILL = 54;

    /** A late task, an event of OMPT4J. */
    public static final int TASK_LATE = 55;

    /** The processor time of a member of a region, an event of OMPT4J. */
    public static final int TASK_CPU_TIME = 56;

    public static final int EVENT_TAGS = 57;

    /** Tags of definitions. */
    public static final int DEFINE_CALL_SITE = 1;

    public static final int DEFINE_BODY = 2;
    /** A class name that {@link #DEFINE_WAIT_OBJECT} refers to. */
    public static final int DEFINE_CLASS = 3;
    /** id = wait id, a = construct, b = id of the class name. */
    public static final int DEFINE_WAIT_OBJECT = 4;
    /** a = type. */
    public static final int DEFINE_THREAD = 5;

    public static final int DEFINE_MESSAGE = 6;
    public static final int DEFINE_NOT_OBSERVED = 7;
    /** a = count; a later one with the same text replaces an earlier one. */
    public static final int DEFINE_FAILURE = 8;

    /** id = time since time 0 at which recording was paused. */
    public static final int DEFINE_PAUSE = 9;
    /** id = time since time 0 at which recording was resumed. */
    public static final int DEFINE_RESUME = 10;

    /** id = number of classes that were examined; a later one replaces an earlier one. */
    public static final int DEFINE_CLASSES_LOOKED_AT = 11;

    /**
     * Uses of a construct that is not observed: id = how often, a = uses, b = classes, text = reason, construct and what is missing, with
     * a blank after the first and the second; a later one with the same reason and construct replaces an earlier one.
     */
    public static final int DEFINE_UNOBSERVED_USE = 12;

    /** A garbage collection has stopped all threads: id = time since time 0, a = how long, in nanoseconds. */
    public static final int DEFINE_COLLECTION = 13;

    public static final int DEFINITION_TAGS = 14;

    /**
     * Text of the header, in a file that holds only the name of a trace which is being written: the directory beside it that
     * {@link #SPOOL_FILE} is in.
     */
    public static final String TEXT_SPOOL = "spool";

    /** Text of the header, in a spool: the name that the trace is to have. */
    public static final String TEXT_OUTPUT = "output";

    /** Key of the header's text: how many constructs the writer knows, whose numbers are below that. */
    public static final String TEXT_CONSTRUCTS = "constructs";

    /** The prefix of the names of directories in which a trace is written. */
    public static final String SPOOL_PREFIX = ".ompt4j-";

    /** The file in such a directory. */
    public static final String SPOOL_FILE = "spool";

    private RecordLayout() {}

    /**
     * Stores a number and returns the position after it. Up to eight bytes behind it are set to zero.
     *
     * <p>Cost: one store for values below 2^56. The value is unsigned.
     */
    public static int putNumber(ByteBuffer buffer, int position, long value) {
        int bits = 64 - Long.numberOfLeadingZeros(value | 1);
        if (bits > 56) {
            buffer.put(position, (byte) 0);
            buffer.putLong(position + 1, value);
            return position + 9;
        }
        int bytes = (bits + 6) * 37 >> 8; // = (bits + 6) / 7 for every number up to 62
        buffer.putLong(position, (value << 1 | 1) << (bytes - 1));
        return position + bytes;
    }

    /** How many bytes {@link #putNumber} takes for a value below 2^56. The result is undefined for larger values. */
    static int lengthBelow56Bits(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) * 37 >> 8;
    }

    /** The bytes that {@link #putNumber} stores for a value below 2^56, the first one lowest. */
    static long encodedBelow56Bits(long value, int length) {
        return (value << 1 | 1) << (length - 1);
    }

    /** The length in bytes of a number that begins with this byte. */
    public static int numberBytes(byte first) {
        return first == 0 ? 9 : Integer.numberOfTrailingZeros(first & 0xFF) + 1;
    }

    /** How many bytes {@link #putNumber} takes for this value. */
    public static int sizeOfNumber(long value) {
        int bits = 64 - Long.numberOfLeadingZeros(value | 1);
        return bits > 56 ? 9 : (bits + 6) / 7;
    }

    /**
     * An id relative to another one: 0 for no id, otherwise small for ids close to the base.
     *
     * @param id not negative
     * @param base not negative
     */
    public static long relative(long id, long base) {
        if (id == 0) {
            return 0;
        }
        long delta = id - base;
        return (delta << 1 ^ delta >> 63) + 1;
    }

    /** The inverse of {@link #relative}. */
    public static long absolute(long relative, long base) {
        if (relative == 0) {
            return 0;
        }
        long zigzag = relative - 1;
        return base + (zigzag >>> 1 ^ -(zigzag & 1));
    }

    /** The zigzag encoding of a signed value, in which small values of either sign are short. */
    public static long signed(long value) {
        return value << 1 ^ value >> 63;
    }

    /** The inverse of {@link #signed}. */
    public static long unsigned(long zigzag) {
        return zigzag >>> 1 ^ -(zigzag & 1);
    }

    /** How many of an event's {@link Event#numbers} its records have in a trace of this version. */
    public static int numbersOf(Event event, int version) {
        boolean lacksOne = event == Event.PARALLEL_END && version < MEMBERS_SINCE
                || event == Event.MUTEX_ACQUIRE && version < OWNERS_SINCE;
        return event.shape().numbers() - (lacksOne ? 1 : 0);
    }

    /** Whether a task_schedule with this status makes its next task the current one. */
    public static boolean switchesTask(TaskStatus status) {
        return status != TaskStatus.EARLY_FULFILL
                && status != TaskStatus.LATE_FULFILL
                && status != TaskStatus.TASKWAIT_COMPLETE;
    }

    /** Whether a task with this id is a virtual thread. */
    public static boolean isVirtualThread(long task) {
        return task >>> 52 == RecordSink.FIRST_VIRTUAL_THREAD >>> 52;
    }
}
