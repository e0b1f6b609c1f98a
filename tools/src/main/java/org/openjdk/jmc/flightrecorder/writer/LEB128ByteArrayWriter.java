package org.openjdk.jmc.flightrecorder.writer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Takes the place of the library's class of this name, which writes the same bytes: the library makes one for each event, and its own is an array of
 * 32 KB from the beginning. This one is small at first and grows. Thread safety: none.
 */
final class LEB128ByteArrayWriter extends AbstractLEB128Writer {
    private static final int FIRST_BYTES = 64;

    private byte[] bytes;
    private int length;

    /** @param capacity how many bytes it has room for at first, as the library asks for them: not more than an event needs */
    LEB128ByteArrayWriter(int capacity) {
        bytes = new byte[Math.min(capacity, FIRST_BYTES)];
    }

    /** Makes room for so many bytes from there on; returns where they end. */
    private int room(long offset, int count) {
        int end = Math.toIntExact(offset + count);
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
        length = Math.max(length, end);
        return end;
    }

    @Override
    public void reset() {
        length = 0;
    }

    @Override
    public long writeByte(long offset, byte data) {
        int end = room(offset, 1);
        bytes[end - 1] = data;
        return end;
    }

    @Override
    public long writeBytes(long offset, byte... data) {
        if (data == null) {
            return offset;
        }
        int end = room(offset, data.length);
        System.arraycopy(data, 0, bytes, (int) offset, data.length);
        return end;
    }

    @Override
    public long writeShortRaw(long offset, short data) {
        int end = room(offset, Short.BYTES);
        ByteBuffer.wrap(bytes).putShort((int) offset, data);
        return end;
    }

    @Override
    public long writeIntRaw(long offset, int data) {
        int end = room(offset, Integer.BYTES);
        ByteBuffer.wrap(bytes).putInt((int) offset, data);
        return end;
    }

    @Override
    public long writeLongRaw(long offset, long data) {
        int end = room(offset, Long.BYTES);
        ByteBuffer.wrap(bytes).putLong((int) offset, data);
        return end;
    }

    @Override
    public long writeFloat(long offset, float data) {
        return writeIntRaw(offset, Float.floatToIntBits(data));
    }

    @Override
    public long writeDouble(long offset, double data) {
        return writeLongRaw(offset, Double.doubleToLongBits(data));
    }

    @Override
    public void export(Consumer<ByteBuffer> consumer) {
        consumer.accept(ByteBuffer.wrap(bytes, 0, length).position(length));
    }

    @Override
    public int position() {
        return length;
    }

    @Override
    public int capacity() {
        return bytes.length;
    }
}
