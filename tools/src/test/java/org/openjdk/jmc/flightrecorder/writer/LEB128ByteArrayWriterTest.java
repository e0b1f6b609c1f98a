package org.openjdk.jmc.flightrecorder.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class LEB128ByteArrayWriterTest {

    private final LEB128Writer writer = LEB128Writer.getInstance();

    @Test
    void theLibraryTakesThisClassAndItBeginsSmall() {
        assertThat(writer.capacity()).isEqualTo(64);
    }

    @Test
    void whatIsWrittenComesOutHoweverMuchItIs() {
        ByteBuffer expected = ByteBuffer.allocate(1000 * 26);
        for (int i = 0; i < 1000; i++) {
            writer.writeByte((byte) i).writeShortRaw((short) i).writeIntRaw(-i).writeLongRaw(Long.MAX_VALUE - i);
            writer.writeBytes((byte) i, (byte) -i, (byte) 7);
            writer.writeFloat(writer.position(), 1f / i);
            writer.writeBytes((byte[]) null);
            writer.writeIntRaw(0);
            expected.put((byte) i).putShort((short) i).putInt(-i).putLong(Long.MAX_VALUE - i);
            expected.put((byte) i).put((byte) -i).put((byte) 7);
            expected.putFloat(1f / i).putInt(0);
        }

        assertThat(writer.position()).isEqualTo(expected.position());
        assertThat(writer.export()).isEqualTo(expected.array());
    }

    @Test
    void whatStandsAnywhereCanBeWrittenAnew() {
        writer.writeLongRaw(0).writeLongRaw(-1);

        writer.writeLongRaw(0, 5);
        writer.writeDouble(8, 2.5);

        assertThat(writer.export())
                .isEqualTo(ByteBuffer.allocate(16).putLong(5).putDouble(2.5).array());
    }

    @Test
    void afterAResetItIsEmpty() {
        writer.writeLongRaw(-1);

        writer.reset();

        assertThat(writer.export()).isEmpty();
        assertThat(writer.writeByte((byte) 3).export()).containsExactly(3);
    }
}
