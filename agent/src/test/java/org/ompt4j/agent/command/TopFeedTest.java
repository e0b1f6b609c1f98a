package org.ompt4j.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.agent.live.LiveMailbox;
import org.ompt4j.agent.live.LiveWindow;
import org.ompt4j.agent.live.WindowText;

class TopFeedTest {
    private static final int TIMES = 2_000;

    private static final LiveWindow WINDOW = new LiveWindow(
            1, 2, 3, 4, new LiveWindow.Seen(1, 2, 3, 4, 5), List.of(), List.of(), List.of(), List.of(), List.of());

    @TempDir
    Path directory;

    @Test
    void windowIsTakenOnce() throws IOException {
        try (TopFeed feed = TopFeed.of(1, directory.toFile())) {
            assertThat(feed.poll()).isNull();
            put();
            assertThat(feed.poll()).isEqualTo(WINDOW);
            assertThat(feed.poll()).isNull();
        }
        assertThat(directory).doesNotExist();
    }

    /** This happens if the program ends meanwhile. */
    @Test
    void windowThatIsTakenBackMeanwhileIsNone() throws Exception {
        Thread agent = new Thread(() -> {
            for (int i = 0; i < TIMES; i++) {
                putAndTakeBack();
            }
        });
        try (TopFeed feed = TopFeed.of(1, directory.toFile())) {
            agent.start();
            while (agent.isAlive()) {
                LiveWindow window = feed.poll();
                assertThat(window == null || window.equals(WINDOW)).isTrue();
            }
        } finally {
            agent.join();
        }
    }

    private void putAndTakeBack() {
        try {
            put();
            Files.deleteIfExists(directory.resolve(LiveMailbox.WINDOW));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put() throws IOException {
        Path unfinished = Files.writeString(directory.resolve("new"), WindowText.of(WINDOW));
        Files.move(unfinished, directory.resolve(LiveMailbox.WINDOW), StandardCopyOption.ATOMIC_MOVE);
    }
}
