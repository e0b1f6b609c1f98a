package org.ompt4j.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.StringJoiner;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class path with which a JVM without the agent reads traces: the agent jar, and the jars inside it that an observed JVM has in its bootstrap
 * loader.
 */
final class AgentClasses {
    private static final String INSIDE = "META-INF/ompt4j/";
    private static final String JAR = ".jar";

    private AgentClasses() {}

    /**
     * Unpacks the jars inside the agent jar into a directory.
     *
     * @return the class path
     */
    static String unpack(Path agent, Path folder) throws IOException {
        StringJoiner classPath = new StringJoiner(File.pathSeparator).add(agent.toString());
        try (ZipFile jar = new ZipFile(agent.toFile())) {
            for (Enumeration<? extends ZipEntry> each = jar.entries(); each.hasMoreElements(); ) {
                ZipEntry entry = each.nextElement();
                if (entry.getName().startsWith(INSIDE) && isJar(entry.getName().substring(INSIDE.length()))) {
                    classPath.add(unpack(jar, entry, folder).toString());
                }
            }
        }
        return classPath.toString();
    }

    /** Whether a name is that of a jar directly in the directory; jars in subdirectories are used by the agent itself. */
    private static boolean isJar(String name) {
        return name.endsWith(JAR) && name.indexOf('/') < 0;
    }

    private static Path unpack(ZipFile jar, ZipEntry entry, Path folder) throws IOException {
        Path file = folder.resolve(entry.getName().substring(INSIDE.length()));
        try (InputStream content = jar.getInputStream(entry)) {
            Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }
}
