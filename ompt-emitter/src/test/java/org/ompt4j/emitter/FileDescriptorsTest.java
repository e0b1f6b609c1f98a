package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDescriptorsTest {
    @TempDir
    private Path directory;

    @Test
    void isThatOfTheOpenFile() throws IOException {
        Path file = directory.resolve("file");
        FileDescriptor descriptor;
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            descriptor = FileDescriptors.of(channel);
            assertThat(descriptor).isNotNull();
            channel.position(2);
            new FileOutputStream(descriptor).write('c');
            channel.position(0);
            new FileOutputStream(descriptor).write(new byte[] {'a', 'b'}, 0, 2);
        }

        assertThat(file).hasContent("abc");
        assertThat(descriptor.valid()).isFalse();
    }

    @Test
    void isUnknownOnceTheFileIsClosed() throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve("file"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.close();

        assertThat(FileDescriptors.of(channel)).isNull();
    }
}
