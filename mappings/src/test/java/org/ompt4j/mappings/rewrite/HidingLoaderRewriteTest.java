package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;

class HidingLoaderRewriteTest {
    private static final String NAME = "container/PluginClassLoader";

    private final Rewrites rewrites = new Rewrites(Runtime.version().feature());

    /** A class loader like those of containers. It is rewritten but never loaded. */
    static class PluginClassLoader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            while (name.startsWith("plugin.")) {
                if (resolve) {
                    throw new ClassNotFoundException(name);
                }
                name = name.substring(1);
            }
            return super.loadClass(name, resolve);
        }

        @Override
        public synchronized Class<?> loadClass(String name) throws ClassNotFoundException {
            return loadClass(name, false);
        }

        Class<?> loadClass() throws ClassNotFoundException {
            return loadClass("plugin.Main");
        }
    }

    /** Has a method {@code loadClass}, but is no class loader. */
    static class Bundle {
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            return Class.forName(name);
        }
    }

    private byte[] rewritten(Class<?> sample, OmptTransformer.ClassFilter filter) throws IOException {
        // Without call sites the transformer ignores classes of the application.
        rewrites.callSite(CallSite.announce(Construct.PHASER, Set.of("java/util/concurrent/Phaser"), false, "x", null));
        byte[] bytes = bytesOf(sample);
        byte[] result = new OmptTransformer(rewrites, filter, new ProgramScan(construct -> null), () -> {})
                .transform(null, ClassLoader.getSystemClassLoader(), NAME, null, null, bytes);
        return result == null ? bytes : result;
    }

    private static byte[] bytesOf(Class<?> sample) throws IOException {
        return JdkMappingContract.bytesOf(sample.getName().replace('.', '/'));
    }

    private static Set<String> changed(Class<?> sample, byte[] rewritten) throws IOException {
        Map<String, String> before = ApplicationMappingContract.methodsOf(bytesOf(sample));
        Map<String, String> after = ApplicationMappingContract.methodsOf(rewritten);
        return after.keySet().stream()
                .filter(method -> !after.get(method).equals(before.get(method)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void loaderAsksForHooksFirst() throws IOException {
        byte[] rewritten = rewritten(PluginClassLoader.class, name -> true);

        ApplicationMappingContract.check(rewritten, "PluginClassLoader");
        assertThat(changed(PluginClassLoader.class, rewritten))
                .isEqualTo(new TreeSet<>(List.of(
                        "loadClass(Ljava/lang/String;)Ljava/lang/Class;",
                        "loadClass(Ljava/lang/String;Z)Ljava/lang/Class;")));
    }

    @Test
    void loaderIsRewrittenWhereOnlyWhatItLoadsIsIncluded() throws IOException {
        OmptTransformer.ClassFilter others = new OmptTransformer.ClassFilter() {
            @Override
            public boolean includes(String internalName) {
                return false;
            }

            @Override
            public boolean excludes(String internalName) {
                return false;
            }
        };

        assertThat(changed(PluginClassLoader.class, rewritten(PluginClassLoader.class, others)))
                .hasSize(2);
    }

    @Test
    void loaderThatIsExcludedIsLeftAlone() throws IOException {
        assertThat(changed(PluginClassLoader.class, rewritten(PluginClassLoader.class, name -> false)))
                .isEmpty();
    }

    @Test
    void classThatIsNoLoaderIsLeftAlone() throws IOException {
        assertThat(changed(Bundle.class, rewritten(Bundle.class, name -> true))).isEmpty();
    }
}
