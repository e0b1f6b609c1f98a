package org.ompt4j.agent;

import java.io.Closeable;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The jar that this class came from. Reading entries here rather than through the class loader spares premain the classes of
 * URL connections.
 */
final class AgentJar implements Closeable {

    private final ZipFile jar;

    private AgentJar(File file) throws IOException {
        this.jar = new ZipFile(file);
    }

    static AgentJar open() throws IOException {
        return new AgentJar(file());
    }

    /** The jar's place. */
    static File file() throws IOException {
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
    byte[] read(String entryName) throws IOException {
        ZipEntry entry = jar.getEntry(entryName);
        if (entry == null) {
            throw new FileNotFoundException(entryName + " is missing in " + jar.getName());
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /** A text that differs if the emitter does. */
    String emitter() throws IOException {
        return fingerprint(NestedJar.EMITTER) + fingerprint(NestedJar.FOR_TOOLS);
    }

    private String fingerprint(String entryName) throws IOException {
        ZipEntry entry = jar.getEntry(entryName);
        if (entry == null) {
            throw new FileNotFoundException(entryName + " is missing in " + jar.getName());
        }
        return Long.toHexString(entry.getCrc());
    }

    @Override
    public void close() throws IOException {
        jar.close();
    }
}
