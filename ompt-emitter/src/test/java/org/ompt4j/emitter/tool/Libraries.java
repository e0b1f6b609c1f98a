package org.ompt4j.emitter.tool;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.ompt4j.ompt.OmptTool;

/** Creates tool libraries whose providers are classes of the test. */
final class Libraries {
    static final String SERVICE_FILE = "META-INF/services/" + OmptTool.class.getName();

    private Libraries() {}

    /** A jar that offers these providers, by class name. */
    static Path jar(Path file, String... providers) throws IOException {
        return jar(file, SERVICE_FILE, providers);
    }

    /** A jar that offers these providers of another service. */
    static Path jarOf(Class<?> service, Path file, String... providers) throws IOException {
        return jar(file, "META-INF/services/" + service.getName(), providers);
    }

    private static Path jar(Path file, String serviceFile, String... providers) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new JarEntry(serviceFile));
            jar.write(String.join("\n", providers).getBytes(StandardCharsets.UTF_8));
            jar.closeEntry();
        }
        return file;
    }

    /** A folder that offers these providers. */
    static Path folder(Path folder, String... providers) throws IOException {
        Path services = folder.resolve(SERVICE_FILE);
        Files.createDirectories(services.getParent());
        Files.writeString(services, String.join("\n", providers));
        return folder;
    }
}
