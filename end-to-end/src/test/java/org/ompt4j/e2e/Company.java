package org.ompt4j.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Other software in a program's JVM: jars that the build has downloaded, and small agents. */
final class Company {

    private Company() {}

    /** One of the jars, by its name without version. */
    static Path jar(String name) {
        String directory = System.getProperty("ompt.company");
        if (directory == null) {
            throw new IllegalStateException("system property ompt.company is not set; run the tests with Maven");
        }
        return Path.of(directory, name + ".jar").toAbsolutePath();
    }

    /** Writes a jar into this directory that makes a class of the program an agent; it contains only a manifest. */
    static Path agent(Path directory, Class<?> premain) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", premain.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = directory.resolve("other.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream empty = new JarOutputStream(out, manifest)) {
            empty.finish();
        }
        return jar.toAbsolutePath();
    }

    /** Copies a file of one of the jars into this directory. */
    static Path unpacked(String jarName, String entry, Path directory) throws IOException {
        Path file = directory.resolve(Path.of(entry).getFileName().toString()).toAbsolutePath();
        try (JarFile jar = new JarFile(jar(jarName).toFile());
                InputStream in = jar.getInputStream(jar.getJarEntry(entry))) {
            Files.copy(in, file);
        }
        return file;
    }
}
