package org.ompt4j.emitter.tool;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;

/**
 * Checks service files before a {@link java.util.ServiceLoader} reads them: a service loader would read an endless file without end, and would wait
 * for a pipe.
 */
final class ServiceFiles {
    static final String FOLDER = "META-INF/services/";
    private static final int MOST_BYTES = 1 << 16;

    private ServiceFiles() {}

    /** Whether the loader has a service file of this name. Cheaper than a ServiceLoader, and nearly always enough. */
    static boolean offers(ClassLoader loader, String service) {
        return ProgramFiles.has(loader, FOLDER + service);
    }

    /** The reason why a ServiceLoader must not read the service files of this name; null if it can. */
    static @Nullable String problem(ClassLoader loader, String service) {
        try {
            Enumeration<URL> files = loader.getResources(FOLDER + service);
            while (files.hasMoreElements()) {
                String problem = problem(files.nextElement());
                if (problem != null) {
                    return FOLDER + service + " " + problem;
                }
            }
            return null;
        } catch (IOException | URISyntaxException | IllegalArgumentException failed) {
            return FOLDER + service + " cannot be read (" + OneLine.of(failed) + ")";
        }
    }

    private static @Nullable String problem(URL file) throws IOException, URISyntaxException {
        if (file.getProtocol().equals("file") && !new File(file.toURI()).isFile()) {
            return "is a pipe, a device or a folder";
        }
        URLConnection connection = file.openConnection();
        // Otherwise the JVM keeps the jar open.
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return in.readNBytes(MOST_BYTES + 1).length > MOST_BYTES
                    ? "is larger than " + (MOST_BYTES >> 10) + "k, which no list of tools is"
                    : null;
        }
    }
}
