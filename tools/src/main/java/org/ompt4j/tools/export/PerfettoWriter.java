package org.ompt4j.tools.export;

import static org.ompt4j.tools.export.PerfettoFields.*;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceHeader;

/**
 * Writes a timeline as track events of Perfetto: a track with slices for each thread and one for its states below it, counters, and flows.
 * Times are nanoseconds since the trace began.
 */
final class PerfettoWriter implements TimelineSink {
    private static final int SEQUENCE = 1;

    /* The kinds of tracks, in the lowest bits of their numbers; the id is in the higher bits. */
    private static final int OF_RUN = 0;
    private static final int OF_THREAD = 1;
    private static final int OF_STATES = 2;
    private static final int OF_POOL = 3;
    private static final int OF_WAITING_TASKS = 4;

    private static final long PROCESS = uuid(1, OF_RUN);
    private static final long WORKING = uuid(2, OF_RUN);
    private static final long VIRTUAL_THREADS = uuid(3, OF_RUN);
    private static final long RECORDING = uuid(4, OF_RUN);

    private final OutputStream out;
    private final int pid;
    private final ProtoBytes record = new ProtoBytes();
    private final ProtoBytes packet = new ProtoBytes();
    private final ProtoBytes event = new ProtoBytes();
    private final ProtoBytes interned = new ProtoBytes();
    private final ProtoBytes part = new ProtoBytes();
    private final Interned categories = new Interned(INTERNED_CATEGORIES);
    private final Interned names = new Interned(INTERNED_EVENT_NAMES);
    private final Interned annotationNames = new Interned(INTERNED_ANNOTATION_NAMES);
    private final Interned annotationTexts = new Interned(INTERNED_ANNOTATION_TEXTS);
    /** The tracks, except those of threads, that have been described. */
    private final Set<Long> described = new HashSet<>();

    PerfettoWriter(TraceHeader header, OutputStream out) throws IOException {
        this.out = out;
        this.pid = (int) header.pid();
        describeProcess(header);
    }

    private void describeProcess(TraceHeader header) throws IOException {
        ProtoBytes process = new ProtoBytes();
        process.number(PROCESS_PID, pid);
        header.commandLine().forEach(each -> process.text(PROCESS_COMMAND_LINE, each));
        process.text(PROCESS_NAME, "java");
        part.clear();
        part.number(TRACK_UUID, PROCESS);
        part.message(TRACK_PROCESS, process);
        packet.clear();
        packet.number(PACKET_SEQUENCE_FLAGS, SEQUENCE_BEGINS);
        packet.message(PACKET_TRACK_DESCRIPTOR, part);
        writePacket();
    }

    /** The constant number of a track, from an id and its kind. */
    private static long uuid(long id, int of) {
        return id << 3 | of;
    }

    // ---------------------------------------------------------------- tracks

    @Override
    public void thread(Track track) throws IOException {
        if (track.isVirtual()) {
            if (described.add(VIRTUAL_THREADS)) {
                describe(VIRTUAL_THREADS, PROCESS, "virtual threads");
            }
            describe(uuid(track.threadId(), OF_THREAD), VIRTUAL_THREADS, track.name());
        } else {
            ProtoBytes thread = new ProtoBytes();
            thread.number(THREAD_PID, pid);
            thread.number(THREAD_TID, (int) track.threadId());
            thread.text(THREAD_NAME, track.name());
            part.clear();
            part.number(TRACK_UUID, uuid(track.threadId(), OF_THREAD));
            part.number(TRACK_PARENT_UUID, PROCESS);
            part.message(TRACK_THREAD, thread);
            describe();
        }
        describe(uuid(track.threadId(), OF_STATES), uuid(track.threadId(), OF_THREAD), "state");
    }

    private void describe(long uuid, long parent, String name) throws IOException {
        part.clear();
        part.number(TRACK_UUID, uuid);
        part.number(TRACK_PARENT_UUID, parent);
        part.text(TRACK_NAME, name);
        describe();
    }

    private void describe() throws IOException {
        packet.clear();
        packet.message(PACKET_TRACK_DESCRIPTOR, part);
        writePacket();
    }

    private static long uuid(Gauge gauge) {
        return switch (gauge.kind()) {
            case WORKING -> WORKING;
            case POOL -> uuid(gauge.id(), OF_POOL);
            case WAITING_TASKS -> uuid(gauge.id(), OF_WAITING_TASKS);
        };
    }

    private long describe(Gauge gauge) throws IOException {
        long uuid = uuid(gauge);
        if (described.add(uuid)) {
            ProtoBytes counter = new ProtoBytes();
            counter.number(COUNTER_UNIT, UNIT_COUNT);
            part.clear();
            part.number(TRACK_UUID, uuid);
            part.number(TRACK_PARENT_UUID, PROCESS);
            part.text(TRACK_NAME, gauge.name());
            part.message(TRACK_COUNTER, counter);
            describe();
        }
        return uuid;
    }

    // ---------------------------------------------------------------- events

    @Override
    public void begin(Track track, Slice slice, long fork) throws IOException {
        newEvent(SLICE_BEGIN, uuid(track.threadId(), OF_THREAD));
        event.number(EVENT_CATEGORY_IIDS, categories.iid(slice.kind().category()));
        name(slice.name());
        annotate("construct", slice.construct().id());
        annotate("call site", slice.callSite());
        if (slice.queuedNanos() >= 0) {
            annotate("ns since created", slice.queuedNanos());
        }
        switch (slice.kind()) {
            case REGION -> annotate("parallel_id", slice.id());
            case MEMBER, TASK -> annotate("task_id", slice.id());
            default -> {}
        }
        if (fork != 0) {
            event.fixed64(EVENT_TERMINATING_FLOW_IDS, flow(Mark.Kind.TASK_CREATED, fork));
        }
        writeEvent(slice.beginNanos());
    }

    @Override
    public void end(Track track, Slice slice, long timeNanos) throws IOException {
        newEvent(SLICE_END, uuid(track.threadId(), OF_THREAD));
        if (slice.lateNanos() >= 0) {
            annotate("ns late", slice.lateNanos());
        }
        writeEvent(timeNanos);
    }

    @Override
    public void state(Track track, @Nullable State before, @Nullable State now, long timeNanos) throws IOException {
        if (before != null) {
            newEvent(SLICE_END, uuid(track.threadId(), OF_STATES));
            writeEvent(timeNanos);
        }
        if (now != null) {
            newEvent(SLICE_BEGIN, uuid(track.threadId(), OF_STATES));
            state(now);
            writeEvent(timeNanos);
        }
    }

    @Override
    public void sample(Track track, State state, long timeNanos) throws IOException {
        newEvent(INSTANT, uuid(track.threadId(), OF_STATES));
        state(state);
        writeEvent(timeNanos);
    }

    private void state(State state) {
        event.number(EVENT_CATEGORY_IIDS, categories.iid("state"));
        name(state.specName());
    }

    @Override
    public void mark(Track track, Mark mark) throws IOException {
        newEvent(INSTANT, uuid(track.threadId(), OF_THREAD));
        event.number(EVENT_CATEGORY_IIDS, categories.iid(category(mark.kind())));
        name(mark.name());
        annotate("call site", mark.callSite());
        if (mark.message() != null) {
            part.clear();
            part.number(ANNOTATION_NAME_IID, annotationNames.iid("message"));
            part.text(ANNOTATION_TEXT, mark.message());
            event.message(EVENT_ANNOTATIONS, part);
        }
        int field = mark.kind().isOrigin() ? EVENT_FLOW_IDS : EVENT_TERMINATING_FLOW_IDS;
        for (int i = 0; i < mark.arrows(); i++) {
            event.fixed64(field, flow(mark.kind(), mark.firstArrow() + i));
        }
        writeEvent(mark.timeNanos());
    }

    private static String category(Mark.Kind kind) {
        return switch (kind) {
            case TASK_CREATED -> "task created";
            case RELEASED, ACQUIRED -> "mutex";
            case WAKES, WOKEN -> "wakeup";
            case ERROR -> "error";
            case CANCEL -> "cancel";
        };
    }

    /** The number of a flow. Arrows are numbered by kind, flows are not. */
    private static long flow(Mark.Kind kind, long arrow) {
        return arrow << 2
                | switch (kind) {
                    case RELEASED, ACQUIRED -> 2;
                    case WAKES, WOKEN -> 3;
                    default -> 1;
                };
    }

    @Override
    public void gauge(Gauge gauge, long value, long timeNanos) throws IOException {
        long uuid = describe(gauge);
        newEvent(COUNTER, uuid);
        event.number(EVENT_COUNTER_VALUE, value);
        writeEvent(timeNanos);
    }

    @Override
    public void ended(Gauge gauge) {
        described.remove(uuid(gauge));
    }

    @Override
    public void pause(long fromNanos, long toNanos) throws IOException {
        if (described.add(RECORDING)) {
            describe(RECORDING, PROCESS, "recording");
        }
        newEvent(SLICE_BEGIN, RECORDING);
        name("paused");
        writeEvent(fromNanos);
        newEvent(SLICE_END, RECORDING);
        writeEvent(toNanos);
    }

    @Override
    public void finish(long timeNanos) {}

    private void newEvent(int type, long track) {
        interned.clear();
        event.clear();
        event.number(EVENT_TYPE, type);
        event.number(EVENT_TRACK_UUID, track);
    }

    private void name(String name) {
        long iid = names.iid(name);
        if (iid != 0) {
            event.number(EVENT_NAME_IID, iid);
        } else {
            event.text(EVENT_NAME, name);
        }
    }

    private void annotate(String name, long value) {
        long iid = annotationNames.iid(name);
        part.clear();
        part.number(ANNOTATION_NAME_IID, iid);
        part.number(ANNOTATION_NUMBER, value);
        event.message(EVENT_ANNOTATIONS, part);
    }

    private void annotate(String name, @Nullable String value) {
        if (value != null) {
            long nameIid = annotationNames.iid(name);
            long iid = annotationTexts.iid(value);
            part.clear();
            part.number(ANNOTATION_NAME_IID, nameIid);
            if (iid != 0) {
                part.number(ANNOTATION_TEXT_IID, iid);
            } else {
                part.text(ANNOTATION_TEXT, value);
            }
            event.message(EVENT_ANNOTATIONS, part);
        }
    }

    private void writeEvent(long timeNanos) throws IOException {
        packet.clear();
        packet.number(PACKET_TIMESTAMP, timeNanos);
        packet.number(PACKET_SEQUENCE_FLAGS, NEEDS_INTERNED_DATA);
        if (!interned.isEmpty()) {
            packet.message(PACKET_INTERNED_DATA, interned);
        }
        packet.message(PACKET_TRACK_EVENT, event);
        writePacket();
    }

    private void writePacket() throws IOException {
        packet.number(PACKET_SEQUENCE_ID, SEQUENCE);
        record.clear();
        record.message(TRACE_PACKET, packet);
        record.writeTo(out);
    }

    /** Texts that are written once and then referred to by number; only the first hundred thousand of a kind. */
    private final class Interned {
        private static final int MOST = 100_000;

        private final int field;
        private final Map<String, Integer> iids = new HashMap<>();
        private final ProtoBytes entry = new ProtoBytes();

        Interned(int field) {
            this.field = field;
        }

        /** The number of the text; 0 if the text has to be written out. */
        int iid(String text) {
            Integer known = iids.get(text);
            if (known != null) {
                return known;
            }
            if (iids.size() >= MOST) {
                return 0;
            }
            int iid = iids.size() + 1;
            iids.put(text, iid);
            entry.clear();
            entry.number(INTERNED_IID, iid);
            entry.text(INTERNED_TEXT, text);
            interned.message(field, entry);
            return iid;
        }
    }
}
