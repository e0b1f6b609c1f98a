package org.ompt4j.apps.attach;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An agent that changes nothing. It stores some classes in a directory, twice each: as the JVM has them, and their original class files.
 */
public final class SeenClasses implements ClassFileTransformer {
    private static final Set<String> KEPT = Set.of(
            "java/lang/Thread",
            "java/util/concurrent/ForkJoinPool",
            "java/util/concurrent/ForkJoinTask",
            "java/util/concurrent/ForkJoinWorkerThread",
            "java/util/concurrent/CyclicBarrier",
            "java/util/stream/AbstractPipeline",
            "org/ompt4j/apps/attach/AttachApp",
            "org/ompt4j/apps/forkjoin/Fibonacci");

    private final Path directory;

    private SeenClasses(Path directory) {
        this.directory = directory;
    }

    /** Stores the classes now and at each later transformation; the argument is the directory. */
    public static void agentmain(String argument, Instrumentation instrumentation) throws Exception {
        SeenClasses seen = new SeenClasses(Path.of(argument));
        instrumentation.addTransformer(seen, true);
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (keeps(each.getName().replace('.', '/'))) {
                classes.add(each);
                seen.keepOriginal(each);
            }
        }
        instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
        Files.createFile(seen.directory.resolve("ready"));
    }

    private static boolean keeps(String name) {
        return KEPT.contains(name);
    }

    private void keepOriginal(Class<?> type) throws IOException {
        try (InputStream in =
                ClassLoader.getSystemResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            Files.write(directory.resolve(type.getName() + ".original"), in.readAllBytes());
        }
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable Module module,
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name != null && redefined != null && keeps(name)) {
            try {
                Files.write(directory.resolve(redefined.getName() + ".seen"), bytes);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return null;
    }
}
