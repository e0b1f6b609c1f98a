package org.ompt4j.tools.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds one Protocol Buffers message field by field; can be cleared and reused. */
final class ProtoBytes {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH = 2;

    private byte[] bytes = new byte[256];
    private int size;

    void clear() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void number(int field, long value) {
        tag(field, VARINT);
        varint(value);
    }

    void fixed64(int field, long value) {
        tag(field, FIXED_64);
        room(Long.BYTES);
        for (int i = 0; i < Long.SIZE; i += Byte.SIZE) {
            bytes[size++] = (byte) (value >>> i);
        }
    }

    void text(int field, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        lengthDelimited(field, utf8, utf8.length);
    }

    void message(int field, ProtoBytes value) {
        lengthDelimited(field, value.bytes, value.size);
    }

    private void lengthDelimited(int field, byte[] value, int length) {
        tag(field, LENGTH);
        varint(length);
        room(length);
        System.arraycopy(value, 0, bytes, size, length);
        size += length;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    private void tag(int field, int type) {
        varint((long) field << 3 | type);
    }

    private void varint(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
