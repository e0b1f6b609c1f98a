package org.ompt4j.views.collector;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.collector.Collector.OmpCollectorError;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;
import org.ompt4j.views.collector.Collector.OmpCollectorRequest;
import org.ompt4j.views.collector.Collector.OmpCollectorState;

/**
 * Reads requests and writes answers; {@link Notifications} and {@link CollectorInquiries} carry out the requests.
 *
 * <p>Thread safety: any thread.
 */
final class CollectorRuntime implements OmpCollectorApi {
    private static final int SIZE = 0;
    private static final int REQUEST = 4;
    private static final int ERROR_CODE = 8;
    private static final int RETURN_SIZE = 12;
    private static final int HEADER = 16;

    private static final int PROCESSED = 0;
    private static final int BAD_LIST = -1;

    private final Notifications notifications;
    private final CollectorInquiries inquiries;

    /** Handle n is element n - 1. */
    private final List<OmpCollectorCallback> callbacks = new CopyOnWriteArrayList<>();

    CollectorRuntime(EntryPoints entryPoints) {
        OmptEntryPoint.All runtime = entryPoints.required(OmptEntryPoint.All.class, OmptEntryPoint.All.NAME);
        Ompt4jRuntime ours = entryPoints.required(Ompt4jRuntime.class, Ompt4jRuntime.NAME);
        notifications = new Notifications(runtime, ours.settings());
        inquiries = new CollectorInquiries(runtime, ours);
    }

    /** Called when the run has ended. */
    void end() {
        notifications.end();
    }

    @Override
    public long handleOf(OmpCollectorCallback callback) {
        synchronized (callbacks) {
            callbacks.add(callback);
            return callbacks.size();
        }
    }

    private @Nullable OmpCollectorCallback callback(long handle) {
        return handle >= 1 && handle <= callbacks.size() ? callbacks.get((int) handle - 1) : null;
    }

    @Override
    public int collectorApi(ByteBuffer arg) {
        int at = arg.position();
        if (arg.isReadOnly() || at % Integer.BYTES != 0) {
            return BAD_LIST;
        }
        while (arg.limit() - at >= Integer.BYTES) {
            int size = arg.getInt(at + SIZE);
            if (size == 0) {
                return PROCESSED;
            }
            if (size < HEADER || size % Integer.BYTES != 0 || size > arg.limit() - at) {
                return BAD_LIST;
            }
            process(new Entry(arg, at, size));
            at += size;
        }
        return BAD_LIST;
    }

    private void process(Entry entry) {
        OmpCollectorRequest request = OmpCollectorRequest.of(entry.request());
        OmpCollectorError error;
        if (request == OmpCollectorRequest.START) {
            error = notifications.start();
        } else if (!notifications.isStarted()) {
            error = OmpCollectorError.SEQUENCE_ERR;
        } else if (request == null) {
            error = OmpCollectorError.UNKNOWN;
        } else {
            error = process(request, entry);
        }
        if (error != OmpCollectorError.OK && error != OmpCollectorError.MEM_TOO_SMALL) {
            entry.returnSize(0);
        }
        entry.error(error);
    }

    private OmpCollectorError process(OmpCollectorRequest request, Entry entry) {
        entry.returnSize(0);
        return switch (request) {
            case START -> notifications.start();
            case REGISTER -> register(entry);
            case UNREGISTER -> unregister(entry);
            case STATE -> state(entry);
            case OMPT4J_THREADS -> entry.answer(inquiries.threads());
            case OMPT4J_THREAD_STATE -> threadState(entry);
            case OMPT4J_EVENT_TIME -> entry.answer(inquiries.eventTime());
            case CURRENT_PRID -> entry.answer(inquiries.currentRegion());
            case PARENT_PRID -> parentRegion(entry);
            case STOP -> notifications.stop();
            case PAUSE -> notifications.pause(true);
            case RESUME -> notifications.pause(false);
        };
    }

    private OmpCollectorError register(Entry entry) {
        if (entry.room() < Integer.BYTES + Long.BYTES) {
            return OmpCollectorError.ERROR;
        }
        OmpCollectorEvent event = OmpCollectorEvent.of(entry.intInput());
        OmpCollectorCallback callback = callback(entry.longInput(Integer.BYTES));
        if (event == null) {
            return OmpCollectorError.UNKNOWN;
        }
        return callback == null ? OmpCollectorError.ERROR : notifications.register(event, callback);
    }

    private OmpCollectorError unregister(Entry entry) {
        if (entry.room() < Integer.BYTES) {
            return OmpCollectorError.ERROR;
        }
        OmpCollectorEvent event = OmpCollectorEvent.of(entry.intInput());
        return event == null ? OmpCollectorError.UNKNOWN : notifications.unregister(event);
    }

    private OmpCollectorError state(Entry entry) {
        long[] waitId = new long[1];
        OmpCollectorState state = inquiries.state(waitId);
        return entry.answer(state, waitId[0]);
    }

    private OmpCollectorError threadState(Entry entry) {
        if (entry.room() < Long.BYTES) {
            return OmpCollectorError.ERROR;
        }
        long[] waitId = new long[1];
        OmpCollectorState state = inquiries.stateOf(entry.longInput(0), waitId);
        return entry.answer(state, waitId[0]);
    }

    private OmpCollectorError parentRegion(Entry entry) {
        long parent = inquiries.parentRegion();
        return parent == CollectorInquiries.NO_MASTER ? OmpCollectorError.THREAD_ERR : entry.answer(parent);
    }

    /** One entry of the list. */
    private record Entry(ByteBuffer list, int at, int size) {

        int request() {
            return list.getInt(at + REQUEST);
        }

        /** Bytes of {@code mem}. */
        int room() {
            return size - HEADER;
        }

        int intInput() {
            return list.getInt(at + HEADER);
        }

        long longInput(int offset) {
            return list.getLong(at + HEADER + offset);
        }

        void error(OmpCollectorError error) {
            list.putInt(at + ERROR_CODE, error.value());
        }

        void returnSize(int bytes) {
            list.putInt(at + RETURN_SIZE, bytes);
        }

        OmpCollectorError answer(long... values) {
            if (!fits(values.length * Long.BYTES)) {
                return OmpCollectorError.MEM_TOO_SMALL;
            }
            for (int i = 0; i < values.length; i++) {
                list.putLong(at + HEADER + i * Long.BYTES, values[i]);
            }
            return OmpCollectorError.OK;
        }

        OmpCollectorError answer(OmpCollectorState state, long waitId) {
            if (!fits(state.hasWaitId() ? Integer.BYTES + Long.BYTES : Integer.BYTES)) {
                return OmpCollectorError.MEM_TOO_SMALL;
            }
            list.putInt(at + HEADER, state.value());
            if (state.hasWaitId()) {
                list.putLong(at + HEADER + Integer.BYTES, waitId);
            }
            return OmpCollectorError.OK;
        }

        private boolean fits(int bytes) {
            returnSize(bytes);
            return bytes <= room();
        }
    }
}
