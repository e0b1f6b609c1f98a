package org.ompt4j.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class ZipBytesTest {

    private static final byte[] TEXT = "again and again and again".getBytes(StandardCharsets.UTF_8);

    @Test
    void compressedAndStoredEntriesComeInTheirOrder() throws IOException {
        try (ZipBytes zip = new ZipBytes(zip("a comment that PK\5\6 might be taken for the end"))) {
            assertThat(zip.next()).isTrue();
            assertThat(zip.name()).isEqualTo("a/Deflated.class");
            assertThat(zip.content()).isEqualTo(TEXT);
            assertThat(zip.next()).isTrue();
            assertThat(zip.name()).isEqualTo("b/Empty.class");
            assertThat(zip.content()).isEmpty();
            assertThat(zip.next()).isTrue();
            assertThat(zip.name()).isEqualTo("c/Stored.class");
            assertThat(zip.content()).isEqualTo(TEXT);
            assertThat(zip.next()).isFalse();
        }
    }

    @Test
    void whatIsNotCompressedIsFoundWhereItIs() throws IOException {
        byte[] file = zip("");
        try (ZipBytes zip = new ZipBytes(file)) {
            zip.next();
            zip.find();
            assertThat(foundBy(zip)).isEqualTo(TEXT);
            assertThat(zip.found()).isNotSameAs(file);
            zip.next();
            zip.next();
            zip.find();
            assertThat(foundBy(zip)).isEqualTo(TEXT);
            assertThat(zip.found()).isSameAs(file);
        }
    }

    private static byte[] foundBy(ZipBytes zip) {
        return Arrays.copyOfRange(zip.found(), zip.offset(), zip.offset() + zip.length());
    }

    @Test
    void entriesAreReadLaterInAnyOrder() throws IOException {
        try (ZipBytes zip = new ZipBytes(zip(""))) {
            zip.next();
            int first = zip.position();
            zip.next();
            int second = zip.position();
            zip.next();

            assertThat(zip.content(second)).isEmpty();
            assertThat(zip.content(first)).isEqualTo(TEXT);
            assertThat(zip.name()).isEqualTo("a/Deflated.class");
        }
    }

    @Test
    void damagedFileIsAnException() throws IOException {
        byte[] damaged = zip("");
        int compressed = 30 + "a/Deflated.class".length();
        damaged[compressed] = (byte) 0xFF;

        try (ZipBytes zip = new ZipBytes(damaged)) {
            zip.next();
            assertThatThrownBy(zip::content).isInstanceOf(IOException.class).hasMessageContaining("a/Deflated.class");
        }
        assertThatThrownBy(() -> new ZipBytes(new byte[30]).close()).isInstanceOf(IOException.class);
    }

    private static byte[] zip(String comment) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.setComment(comment);
            out.putNextEntry(new ZipEntry("a/Deflated.class"));
            out.write(TEXT);
            out.putNextEntry(new ZipEntry("b/Empty.class"));
            out.putNextEntry(stored());
            out.write(TEXT);
        }
        return bytes.toByteArray();
    }

    private static ZipEntry stored() {
        ZipEntry entry = new ZipEntry("c/Stored.class");
        CRC32 crc = new CRC32();
        crc.update(TEXT);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(TEXT.length);
        entry.setCrc(crc.getValue());
        return entry;
    }
}
