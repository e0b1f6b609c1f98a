package org.ompt4j.tools.trace;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Ompt4jRuntime;

/** Builds the header of a trace: what a reader has to know about the run. */
final class RunHeader {
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    /** {@link System#currentTimeMillis} at time 0. */
    final long startMillis = System.currentTimeMillis();
    /** {@link System#nanoTime} at time 0. */
    final long startNanos = System.nanoTime();

    private RunHeader() {}

    /** The header of a trace that begins now. */
    static RunHeader of(Ompt4jRuntime runtime, String tool) {
        RunHeader header = new RunHeader();
        header.add("tool", tool);
        header.add("agent", runtime.agentVersion());
        header.add(RecordLayout.TEXT_CONSTRUCTS, Integer.toString(Construct.values().length));
        header.add("host", ThisProcess.host());
        header.add("pid", Long.toString(ThisProcess.pid()));
        header.add("java", System.getProperty("java.version", ""));
        header.add("jvm", System.getProperty("java.vm.name", "") + " " + System.getProperty("java.vm.version", ""));
        header.add("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        if (runtime.settings().storesCommandLine()) {
            for (String argument : SecretMask.mask(ThisProcess.commandLine())) {
                header.add("argument", argument);
            }
        }
        for (Map.Entry<String, String> entry : runtime.configuration().entrySet()) {
            header.add("config." + entry.getKey(), SecretMask.maskValue(entry.getValue()));
        }
        return header;
    }

    private void add(String key, String value) {
        addText(key);
        addText(value);
    }

    private void addText(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        byte[] length = new byte[4];
        ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).putInt(utf8.length);
        text.write(length, 0, length.length);
        text.write(utf8, 0, utf8.length);
    }

    /** The bytes of the header, with one more text only for this file. */
    byte[] bytes(String key, String value) {
        RunHeader whole = new RunHeader();
        whole.text.writeBytes(text.toByteArray());
        whole.add(key, value);
        byte[] texts = whole.text.toByteArray();
        int size = RecordLayout.HEADER_TEXT + texts.length + RecordLayout.PAGE_BYTES - 1 & -RecordLayout.PAGE_BYTES;
        ByteBuffer to = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        to.putLong(0, RecordLayout.MAGIC);
        to.putInt(RecordLayout.HEADER_VERSION, RecordLayout.VERSION);
        to.putInt(RecordLayout.HEADER_LENGTH, size);
        to.putLong(RecordLayout.HEADER_WALL_MILLIS, startMillis);
        to.putLong(RecordLayout.HEADER_START_NANOS, startNanos);
        to.putInt(RecordLayout.HEADER_TEXT_BYTES, texts.length);
        to.put(RecordLayout.HEADER_TEXT, texts);
        return to.array();
    }
}
