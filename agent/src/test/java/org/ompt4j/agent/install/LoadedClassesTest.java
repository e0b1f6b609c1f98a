package org.ompt4j.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.rewrite.OmptTransformer;
import org.ompt4j.mappings.rewrite.ProgramScan;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.mappings.thread.ThreadMapping;

/** Classes that cannot be retransformed do not keep the agent from the other classes. */
class LoadedClassesTest {
    private final OmptTransformer transformer =
            new OmptTransformer(rewrites(), name -> true, new ProgramScan(construct -> null), () -> {});

    private static Rewrites rewrites() {
        Rewrites rewrites = new Rewrites(Runtime.version().feature());
        new ThreadMapping().declare(rewrites);
        return rewrites;
    }

    static final class First {
        static void start(Thread thread) {
            thread.start();
        }
    }

    static final class Broken {
        static void start(Thread thread) {
            thread.start();
        }
    }

    static final class Last {
        static void start(Thread thread) {
            thread.start();
        }
    }

    /** Retransforms classes one after the other, until one of them has failed to initialize or the transformer returns bytes for it. */
    private Instrumentation jvm() {
        return (Instrumentation) Proxy.newProxyInstance(
                Instrumentation.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, given) -> {
                    for (Class<?> each : (Class<?>[]) given[0]) {
                        if (each == Broken.class) {
                            throw new InternalError("class redefinition failed: invalid class");
                        }
                        show(each);
                    }
                    return null;
                });
    }

    private void show(Class<?> type) throws IOException {
        String name = type.getName().substring(type.getName().lastIndexOf('.') + 1);
        try (InputStream code = type.getResourceAsStream(name + ".class")) {
            // The agent does not transform classes of its own packages: so the class gets another name.
            byte[] shown = transformer.transform(
                    null, type.getClassLoader(), "sample/" + name, type, null, code.readAllBytes());
            if (shown != null) {
                throw new ClassFormatError(name);
            }
        }
    }

    @Test
    void classWhoseInitializationHasFailedHidesNoOther() {
        List<Class<?>> found =
                new LoadedClasses(jvm(), transformer).worthRewriting(List.of(First.class, Broken.class, Last.class));

        assertThat(found).containsExactly(First.class, Last.class);
    }
}
