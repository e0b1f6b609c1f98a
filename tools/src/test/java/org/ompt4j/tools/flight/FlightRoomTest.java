package org.ompt4j.tools.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRoomTest {
    private static final long ENOUGH = 2 * FlightRoom.LEAST_BYTES;

    @TempDir
    private Path directory;

    private File output;
    private File repository;

    @BeforeEach
    void create() throws IOException {
        output = Files.createDirectory(directory.resolve("output")).toFile();
        repository = Files.createDirectory(directory.resolve("repository")).toFile();
    }

    private String lack(long inOutput, long inRepository) {
        Map<File, Long> free = Map.of(output, inOutput, repository, inRepository);
        return new FlightRoom(new File(output, "run.ompt.jfr"), () -> repository, free::get).lack();
    }

    @Test
    void withEnoughRoomTheFlightRecorderMayWrite() {
        assertThat(lack(ENOUGH, ENOUGH)).isEmpty();
    }

    @Test
    void fullDiskOfTheRepositoryIsTold() {
        assertThat(lack(ENOUGH, FlightRoom.LEAST_BYTES - 1)).contains(repository + ", which has less than 16m left");
    }

    @Test
    void outputNeedsRoomForAllThatTheRepositoryHas() throws IOException {
        assertThat(lack(FlightRoom.LEAST_BYTES, ENOUGH)).isEmpty();

        Files.write(repository.toPath().resolve("chunk.jfr"), new byte[1 << 20]);

        assertThat(lack(FlightRoom.LEAST_BYTES, ENOUGH)).contains(output + ", which has less than 17m left");
    }

    @Test
    void directoryThatWasRemovedIsTold() throws IOException {
        Files.delete(output.toPath());

        assertThat(lack(ENOUGH, ENOUGH)).contains(output + ", which is not there any more");
    }

    @Test
    void placeOfTheSamplesCountsIfTheRepositoryIsNotKnown() {
        FlightRoom room = new FlightRoom(new File(output, "run.ompt.jfr"), () -> null, each -> 0);

        assertThat(room.lack()).contains(output.getPath());
    }
}
