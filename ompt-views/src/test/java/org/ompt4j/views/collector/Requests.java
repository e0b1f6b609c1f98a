package org.ompt4j.views.collector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ompt4j.views.collector.Collector.OmpCollectorError;
import org.ompt4j.views.collector.Collector.OmpCollectorRequest;

/** A list of requests in the format of the Collector API, with the answers in it. */
final class Requests {
    private static final int HEADER = 16;
    private static final int NOT_WRITTEN = 77;

    final ByteBuffer list = ByteBuffer.allocate(1024).order(ByteOrder.nativeOrder());

    static Requests of() {
        return new Requests();
    }

    /** Adds a request whose {@code mem} has room for so many bytes. */
    Requests add(OmpCollectorRequest request, int room) {
        return addNumber(request.value(), room);
    }

    Requests addNumber(int request, int room) {
        list.putInt(HEADER + room).putInt(request).putInt(NOT_WRITTEN).putInt(NOT_WRITTEN);
        list.position(list.position() + room);
        return this;
    }

    Requests add(OmpCollectorRequest request) {
        return add(request, 12);
    }

    Requests register(int event, long handle) {
        list.putInt(HEADER + 12)
                .putInt(OmpCollectorRequest.REGISTER.value())
                .putInt(NOT_WRITTEN)
                .putInt(NOT_WRITTEN)
                .putInt(event)
                .putLong(handle);
        return this;
    }

    Requests unregister(int event) {
        list.putInt(HEADER + 4)
                .putInt(OmpCollectorRequest.UNREGISTER.value())
                .putInt(NOT_WRITTEN)
                .putInt(NOT_WRITTEN)
                .putInt(event);
        return this;
    }

    Requests size(int size) {
        list.putInt(size);
        return this;
    }

    /** Sends the list, which ends with a size of 0. */
    int send(OmpCollectorApi api) {
        list.putInt(0);
        list.position(0);
        return api.collectorApi(list);
    }

    private int at(int entry) {
        int at = 0;
        for (int i = 0; i < entry; i++) {
            at += list.getInt(at);
        }
        return at;
    }

    /** The error code of an entry; null if none was written. */
    OmpCollectorError error(int entry) {
        return OmpCollectorError.of(list.getInt(at(entry) + 8));
    }

    int returnSize(int entry) {
        return list.getInt(at(entry) + 12);
    }

    int intAnswer(int entry) {
        return list.getInt(at(entry) + HEADER);
    }

    long longAnswer(int entry, int offset) {
        return list.getLong(at(entry) + HEADER + offset);
    }
}
