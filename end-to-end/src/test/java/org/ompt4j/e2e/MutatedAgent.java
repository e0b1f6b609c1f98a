package org.ompt4j.e2e;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.ompt4j.mutation.Mutation;

/** Copies of the agent's jar with one defect in the emitter, or in one class of the jar itself. */
final class MutatedAgent {

    /** The directory of the jars for the bootstrap class loader. */
    private static final String EMITTER = "META-INF/ompt4j";

    /** These jars have copies of the classes that every start loads, and the agent loads these copies. */
    private static final List<String> START =
            List.of("META-INF/ompt4j/agent/start.jar", "META-INF/ompt4j/agent/start-boot.jar");

    private static final String CLASS = ".class";

    /** A jar for a single run is not compressed, since compression takes longer than it saves. */
    private static final Map<String, String> STORED = Map.of("compressionMethod", "STORED");

    private MutatedAgent() {}

    /**
     * Writes a mutated copy of the shipped jar. A mutation without an owner is applied to all classes of the emitter.
     *
     * @throws IllegalStateException if there was nothing to mutate
     */
    static Path make(Path copy, Mutation... mutations) throws IOException {
        Files.copy(AppRun.shippedJar(), copy);
        for (Mutation each : mutations) {
            put(each, copy);
        }
        return copy;
    }

    private static void put(Mutation mutation, Path copy) throws IOException {
        boolean[] found = new boolean[1];
        UnaryOperator<byte[]> mutate = original -> {
            byte[] mutated = mutation.applyTo(original);
            found[0] |= mutated != original;
            return mutated;
        };
        try (FileSystem jar = FileSystems.newFileSystem(copy, STORED)) {
            try (Stream<Path> files = Files.list(jar.getPath(EMITTER))) {
                for (Path each : files.filter(MutatedAgent::isJar).toList()) {
                    Files.write(each, rewrite(Files.readAllBytes(each), mutate));
                }
            }
            Path outside = jar.getPath(entryOf(mutation));
            if (Files.exists(outside)) {
                Files.write(outside, mutate.apply(Files.readAllBytes(outside)));
                for (String each : START) {
                    Path start = jar.getPath(each);
                    Files.write(start, rewrite(Files.readAllBytes(start), mutate));
                }
            }
        }
        if (!found[0]) {
            throw new IllegalStateException("there is no place for: " + mutation);
        }
    }

    /** The classes of the emitter in the shipped jar, by their binary names. */
    static Map<String, byte[]> emitterClasses() throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        try (FileSystem jar = FileSystems.newFileSystem(AppRun.shippedJar(), Map.of());
                Stream<Path> files = Files.list(jar.getPath(EMITTER))) {
            for (Path each : files.filter(MutatedAgent::isJar).toList()) {
                try (ZipInputStream in = new ZipInputStream(Files.newInputStream(each))) {
                    for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                        if (entry.getName().endsWith(CLASS)) {
                            String name = entry.getName().replace(CLASS, "").replace('/', '.');
                            classes.put(name, in.readAllBytes());
                        }
                    }
                }
            }
        }
        return classes;
    }

    private static boolean isJar(Path file) {
        return file.toString().endsWith(".jar");
    }

    private static String entryOf(Mutation mutation) {
        return mutation.owner() == null ? "no class" : mutation.owner().replace('.', '/') + CLASS;
    }

    private static byte[] rewrite(byte[] jar, UnaryOperator<byte[]> ofClass) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar));
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
                out.putNextEntry(new ZipEntry(each.getName()));
                byte[] content = in.readAllBytes();
                out.write(each.getName().endsWith(CLASS) ? ofClass.apply(content) : content);
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
