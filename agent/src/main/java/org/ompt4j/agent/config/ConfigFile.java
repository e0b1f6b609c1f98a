package org.ompt4j.agent.config;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the settings of a properties file: UTF-8, or ISO 8859-1 where it is not valid UTF-8. */
final class ConfigFile {

    private ConfigFile() {}

    static List<Setting> read(String fileName, String namedBy, List<String> problems) {
        try (FileInputStream in = new FileInputStream(fileName)) {
            return PropertiesText.parse(decode(in.readAllBytes()), fileName);
        } catch (FileNotFoundException e) {
            problems.add(fileName + ": " + whyNot(new File(fileName)) + " (named by " + namedBy + ")");
        } catch (IOException e) {
            problems.add(fileName + ": cannot be read: " + e.getMessage() + " (named by " + namedBy + ")");
        }
        return new ArrayList<>();
    }

    private static String whyNot(File file) {
        if (file.isDirectory()) {
            return "is a directory, not a configuration file";
        }
        if (file.exists()) {
            return "the configuration file cannot be read: permission denied";
        }
        return "there is no such configuration file; the working directory is " + System.getProperty("user.dir");
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
