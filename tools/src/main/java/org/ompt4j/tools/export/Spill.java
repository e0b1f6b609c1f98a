package org.ompt4j.tools.export;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ompt4j.tools.read.PrivateFile;

/**
 * A private file for data that arrives interleaved from all threads and has to be written thread by thread. It is deleted when it is closed, or
 * when the process ends. Thread safety: none.
 */
final class Spill implements Closeable {
    /** If there are more threads than this, those that have ended are put aside. */
    static final int THREADS_IN_MEMORY = 10_000;

    private static final int FIRST_BYTES = 32;
    private static final int BLOCK_BYTES = 4096;
    private static final int LONGEST_NUMBER = 10;

    private final PrivateFile file = new PrivateFile("ompt4j-export");
    private long length;

    Spill() throws IOException {}

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Numbers in the order in which they were added. At most one block of them is in memory. */
    final class Tape {
        private byte[] bytes = new byte[FIRST_BYTES];
        private int size;
        /** The positions and the lengths of the blocks in the file, alternately. */
        private long[] blocks = new long[2];

        private int blockCount;

        void add(long number) throws IOException {
            if (size + LONGEST_NUMBER > bytes.length) {
                room();
            }
            long rest = number;
            while ((rest & ~0x7FL) != 0) {
                bytes[size++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            bytes[size++] = (byte) rest;
        }

        private void room() throws IOException {
            if (bytes.length < BLOCK_BYTES) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            } else {
                flush();
            }
        }

        private void flush() throws IOException {
            if (2 * blockCount == blocks.length) {
                blocks = Arrays.copyOf(blocks, 2 * blocks.length);
            }
            blocks[2 * blockCount] = length;
            blocks[2 * blockCount + 1] = size;
            blockCount++;
            file.write(ByteBuffer.wrap(bytes, 0, size), length);
            length += size;
            size = 0;
        }

        /** Moves the numbers in memory to the file, since no more are expected for now. */
        void rest() throws IOException {
            if (size > 0) {
                flush();
            }
            bytes = new byte[FIRST_BYTES];
        }

        /** Adds a text, for {@link Numbers#text}. */
        void add(String text) throws IOException {
            add(text.length());
            for (int i = 0; i < text.length(); i++) {
                add(text.charAt(i));
            }
        }

        /** Adds another tape, to which nothing may be added any more, for {@link Numbers#tape}. */
        void add(Tape other) throws IOException {
            other.rest();
            add(other.blockCount);
            for (int i = 0; i < 2 * other.blockCount; i++) {
                add(other.blocks[i]);
            }
        }

        Numbers numbers() throws IOException {
            rest();
            return new Numbers(this);
        }
    }

    /** Reads a tape from its begin. */
    final class Numbers {
        private final Tape tape;
        private final byte[] block = new byte[BLOCK_BYTES];
        private int next;
        private int end;
        private int blocksRead;

        private Numbers(Tape tape) {
            this.tape = tape;
        }

        boolean hasNext() {
            return next < end || blocksRead < tape.blockCount;
        }

        long next() throws IOException {
            if (next == end) {
                read();
            }
            long number = 0;
            for (int shift = 0; ; shift += 7) {
                byte part = block[next++];
                number |= (long) (part & 0x7F) << shift;
                if (part >= 0) {
                    return number;
                }
            }
        }

        String text() throws IOException {
            char[] text = new char[(int) next()];
            for (int i = 0; i < text.length; i++) {
                text[i] = (char) next();
            }
            return new String(text);
        }

        Tape tape() throws IOException {
            Tape read = new Tape();
            read.blockCount = (int) next();
            read.blocks = new long[Math.max(2, 2 * read.blockCount)];
            for (int i = 0; i < 2 * read.blockCount; i++) {
                read.blocks[i] = next();
            }
            return read;
        }

        /* No number spans two blocks. */
        private void read() throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(block, 0, (int) tape.blocks[2 * blocksRead + 1]);
            long from = tape.blocks[2 * blocksRead];
            while (buffer.hasRemaining()) {
                int read = file.read(buffer, from + buffer.position());
                if (read < 0) {
                    throw new EOFException("the private file of the export was cut");
                }
            }
            next = 0;
            end = buffer.limit();
            blocksRead++;
        }
    }
}
