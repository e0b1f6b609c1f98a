package org.ompt4j.agent.jar;

import java.io.Closeable;
import java.io.EOFException;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The jar that this class came from. Entries are read here and not through the class loader, so that premain need not load the classes of
 * URL connections.
 */
public final class AgentJar implements Closeable {

    private final ZipFile jar;

    private AgentJar(File file) throws IOException {
        this.jar = new ZipFile(file);
    }

    public static AgentJar open() throws IOException {
        return new AgentJar(file());
    }

    /** The file of the jar. */
    public static File file() throws IOException {
        try {
            return new File(AgentJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** The content of an entry. */
    public byte[] read(String entryName) throws IOException {
        ZipEntry entry = entry(entryName);
        byte[] content = new byte[(int) entry.getSize()];
        try (InputStream in = jar.getInputStream(entry)) {
            if (in.readNBytes(content, 0, content.length) < content.length) {
                throw new EOFException(entryName + " is cut off in " + jar.getName());
            }
        }
        return content;
    }

    /** Whether there is such an entry. */
    public boolean has(String entryName) {
        return jar.getEntry(entryName) != null;
    }

    /** A text that differs between different versions of the agent. */
    public String fingerprint() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String each : new String[] {
            NestedJar.EMITTER, NestedJar.FOR_TOOLS, NestedJar.REFERENCES, NestedJar.START, NestedJar.START_BOOT
        }) {
            text.append(Long.toHexString(entry(each).getCrc())).append(' ');
        }
        return text.toString();
    }

    private ZipEntry entry(String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        if (entry == null) {
            throw new FileNotFoundException(name + " is missing in " + jar.getName());
        }
        return entry;
    }

    @Override
    public void close() throws IOException {
        jar.close();
    }
}
