package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFileTest {
    private static final int LONGS = 100_000;

    @TempDir
    Path directory;

    @Test
    void whatWasWrittenIsRead() throws IOException {
        try (PrivateFile file = new PrivateFile(made())) {
            file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 0);
            file.write(ByteBuffer.wrap(new byte[] {4}), 1);

            ByteBuffer read = ByteBuffer.allocate(8);
            assertThat(file.read(read, 0)).isEqualTo(3);
            assertThat(read.array()).startsWith(1, 4, 3);
            assertThat(file.read(read, 3)).isEqualTo(-1);
        }
    }

    @Test
    void mappedPartsFollowEachOtherAndAreZero() throws IOException {
        try (PrivateFile file = new PrivateFile(made())) {
            LongBuffer first = file.addMapped(LONGS * Long.BYTES);
            first.put(LONGS - 1, 7);
            LongBuffer second = file.addMapped(2 * Long.BYTES);
            second.put(1, 8);

            assertThat(first.capacity()).isEqualTo(LONGS);
            assertThat(second.capacity()).isEqualTo(2);
            assertThat(first.get(0)).isZero();
            assertThat(first.get(LONGS - 1)).isEqualTo(7);
            assertThat(second.get(0)).isZero();
            assertThat(second.get(1)).isEqualTo(8);
        }
    }

    @Test
    void fileIsGoneWhenItIsClosed() throws IOException {
        new PrivateFile(made()).close();

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void fileThatCannotBeOpenedIsGoneToo() throws IOException {
        Path cannotBeWritten = Files.createDirectory(directory.resolve("made"));

        assertThatThrownBy(() -> new PrivateFile(cannotBeWritten)).isInstanceOf(IOException.class);

        assertThat(directory).isEmptyDirectory();
    }

    private Path made() throws IOException {
        return Files.createTempFile(directory, "made", null);
    }
}
