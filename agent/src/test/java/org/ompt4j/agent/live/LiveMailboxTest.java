package org.ompt4j.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LiveMailboxTest {
    private LiveMailbox mailbox;

    @BeforeEach
    void make() throws IOException {
        mailbox = LiveMailbox.make(UUID.randomUUID().toString());
    }

    @AfterEach
    void remove() {
        mailbox.end();
        assertThat(mailbox.directory()).doesNotExist();
    }

    @Test
    void windowStaysUntilItIsTakenAway() throws IOException {
        assertThat(mailbox.take(window(1))).isTrue();
        assertThat(mailbox.take(window(2))).as("the first one lies there").isTrue();
        assertThat(taken()).isEqualTo(window(1));

        assertThat(mailbox.take(window(3))).isTrue();
        assertThat(taken()).isEqualTo(window(3));
    }

    @Test
    void nobodyWatchesOnceTheDirectoryIsGone() {
        LiveMailbox.remove(mailbox.directory());

        assertThat(mailbox.take(window(1))).isFalse();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void directoryIsItsOwnersAlone() throws IOException {
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(mailbox.directory().toPath())))
                .isEqualTo("rwx------");
    }

    private LiveWindow taken() throws IOException {
        Path file = mailbox.directory().toPath().resolve(LiveMailbox.WINDOW);
        String text = Files.readString(file);
        Files.delete(file);
        return WindowText.parse(text);
    }

    private static LiveWindow window(long looks) {
        return new Tally().end(looks, 0, id -> null);
    }
}
