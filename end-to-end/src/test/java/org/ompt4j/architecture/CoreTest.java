package org.ompt4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ompt4j.ompt.Construct;

/** The core of the emitter knows threads, tasks and regions, and none of the constructs that make them. */
class CoreTest {
    private static final String CORE = "org.ompt4j.emitter";

    /** The constructs that the core may use: none, and threads, which always exist. */
    private static final Set<Construct> ITS_OWN = Set.of(Construct.NONE, Construct.THREAD);

    private static final Set<String> ENTRIES = Set.of("enter", "enterIfBegun");

    /** The class of workers of fork/join pools, which keep their context in a field. */
    private static final String WORKER = "java/util/concurrent/ForkJoinWorkerThread";

    private static final List<String> JDK_CONSTRUCTS = List.of("java/util/concurrent/", "java/util/stream/");
    /** Classes in the packages of constructs in which no thread waits. */
    private static final List<String> NO_CONSTRUCTS = List.of(
            "java/util/concurrent/Callable",
            "java/util/concurrent/ConcurrentHashMap",
            "java/util/concurrent/ConcurrentMap",
            "java/util/concurrent/Flow$Subscriber",
            "java/util/concurrent/atomic/",
            "java/util/stream/Stream");

    @Test
    void coreNamesNoConstruct() throws IOException {
        List<String> found = new ArrayList<>();
        int classes = 0;
        for (JavaClass each : new ClassFileImporter().importPackages(CORE)) {
            if (each.getPackageName().equals(CORE) && !isTest(each)) {
                classes++;
                try (InputStream bytes =
                        each.getSource().orElseThrow().getUri().toURL().openStream()) {
                    new ClassReader(bytes).accept(new ConstructFinder(each.getSimpleName(), found), 0);
                }
            }
        }
        assertThat(classes).as("classes of the core").isGreaterThan(20);
        assertThat(found).isEmpty();
    }

    @Test
    void hooksEnterThroughTheGuardsThatTheBuildWrites() {
        Set<String> byHand = new TreeSet<>();
        for (JavaClass each : new ClassFileImporter().importPackages(CORE)) {
            for (JavaMethodCall call : each.getMethodCallsFromSelf()) {
                if (call.getTargetOwner().getName().equals(CORE + ".Threads")
                        && ENTRIES.contains(call.getTarget().getName())
                        && !isTest(each)) {
                    byHand.add(each.getSimpleName());
                }
            }
        }
        byHand.removeIf(each -> each.endsWith("Guards"));
        assertThat(byHand).containsExactlyInAnyOrder("Threads", "JvmMonitors", "ThreadHooks");
    }

    private static boolean isTest(JavaClass type) {
        return type.getSource().orElseThrow().getUri().toString().contains("test-classes");
    }

    private static final class ConstructFinder extends ClassVisitor {
        private final String name;
        private final List<String> found;

        ConstructFinder(String name, List<String> found) {
            super(Opcodes.ASM9);
            this.name = name;
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String method, String descriptor, String signature, String[] exceptions) {
            String where = name + "." + method;
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitFieldInsn(int opcode, String owner, String field, String type) {
                    if (owner.equals(Type.getInternalName(Construct.class)) && !isItsOwn(field)) {
                        found.add(where + " names Construct." + field);
                    }
                    jdk(owner);
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String type, boolean itf) {
                    jdk(owner);
                }

                @Override
                public void visitTypeInsn(int opcode, String type) {
                    jdk(type);
                }

                @Override
                public void visitLdcInsn(Object value) {
                    if (value instanceof String || value instanceof Type) {
                        jdk(value.toString().replace('.', '/'));
                    }
                }

                private void jdk(String text) {
                    String type = text.startsWith("L") ? text.substring(1) : text;
                    boolean known =
                            type.startsWith(WORKER) || NO_CONSTRUCTS.stream().anyMatch(type::startsWith);
                    if (!known && JDK_CONSTRUCTS.stream().anyMatch(type::startsWith)) {
                        found.add(where + " names " + text);
                    }
                }
            };
        }

        private static boolean isItsOwn(String field) {
            return ITS_OWN.stream().anyMatch(each -> each.name().equals(field))
                    || Arrays.stream(Construct.values())
                            .noneMatch(each -> each.name().equals(field));
        }
    }
}
