package org.ompt4j.agent.config;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the settings of a properties file: UTF-8, or ISO 8859-1 if it is not valid UTF-8. */
final class ConfigFile {

    private static final int MOST_BYTES = 1 << 20;

    private ConfigFile() {}

    /**
     * The settings in the file; none if it is a pipe, a device, too large, or no text. Time and memory are bounded whatever the name stands
     * for, so that a bad name can block neither the start of the JVM nor a request of another process.
     */
    static List<Setting> read(String fileName, String namedBy, Problems problems) {
        File file = new File(fileName);
        if (!file.isFile()) {
            problems.add(fileName + ": " + whyNoFile(file) + " (named by " + namedBy + ")");
            return new ArrayList<>();
        }
        try (FileInputStream in = new FileInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            String problem = problemOf(bytes);
            if (problem == null) {
                return PropertiesText.parse(decode(bytes), fileName);
            }
            problems.add(fileName + ": " + problem + " (named by " + namedBy + ")");
        } catch (FileNotFoundException e) {
            problems.add(
                    fileName + ": the configuration file cannot be read: permission denied (named by " + namedBy + ")");
        } catch (IOException e) {
            problems.add(fileName + ": cannot be read: " + e.getMessage() + " (named by " + namedBy + ")");
        }
        return new ArrayList<>();
    }

    /** Reads an entry of a library's jar, which need not be a regular file. */
    static List<Setting> read(URL file, Problems problems) {
        String name = file.toString();
        try {
            if (file.getProtocol().equals("file") && !new File(file.toURI()).isFile()) {
                problems.add(name + ": is a pipe, a device or a folder; it is left out");
                return new ArrayList<>();
            }
            URLConnection connection = file.openConnection();
            // With caches the JVM would keep the jar open.
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                byte[] bytes = in.readNBytes(MOST_BYTES + 1);
                String problem = problemOf(bytes);
                if (problem == null) {
                    return PropertiesText.parse(decode(bytes), name);
                }
                problems.add(name + ": " + problem + "; it is left out");
            }
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            problems.add(name + ": cannot be read: " + e.getMessage() + "; it is left out");
        }
        return new ArrayList<>();
    }

    private static String whyNoFile(File file) {
        if (file.isDirectory()) {
            return "is a directory, not a configuration file";
        }
        if (file.exists()) {
            return "is a pipe or a device; the configuration must be a regular file";
        }
        return "there is no such configuration file; the working directory is " + System.getProperty("user.dir");
    }

    private static @Nullable String problemOf(byte[] bytes) {
        if (bytes.length > MOST_BYTES) {
            return "is larger than " + (MOST_BYTES >> 10) + "k, which no configuration is; name a properties file";
        }
        for (byte each : bytes) {
            if (each == 0) {
                return "is not a text file; name a properties file";
            }
        }
        return null;
    }

    private static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}
