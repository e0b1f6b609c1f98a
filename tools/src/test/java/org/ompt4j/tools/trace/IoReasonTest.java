package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class IoReasonTest {

    @Test
    void theNameOfTheFileIsNoReason() {
        assertThat(IoReason.of(new AccessDeniedException("a/b"))).isEqualTo("permission denied");
        assertThat(IoReason.of(new NoSuchFileException("a/b"))).isEqualTo("there is no such file or directory");
        assertThat(IoReason.of(new FileSystemException("a/b", null, "Read-only file system")))
                .isEqualTo("Read-only file system");
        assertThat(IoReason.of(new IOException("the disk is gone"))).isEqualTo("the disk is gone");
        assertThat(IoReason.of(new IOException())).isEqualTo("IOException");
    }
}
