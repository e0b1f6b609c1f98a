package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ClassFileScanTest {

    private static final String APPENDED_TO = "java/lang/StringBuilder";

    /** Calls of {@code StringBuilder.append(String)}. */
    private static final ClassFileScan.Wanted APPENDS = new ClassFileScan.Wanted() {
        @Override
        public boolean name(byte[] bytes, int at, int length) {
            return ClassFileScan.is(bytes, at, length, "append");
        }

        @Override
        public boolean method(String owner, String name, String descriptor) {
            return owner.equals(APPENDED_TO) && descriptor.startsWith("(Ljava/lang/String;)");
        }
    };

    @Test
    void seesInTheClassesOfTheJdkWhatAsmSees() throws IOException {
        int withMonitors = 0;
        int withCalls = 0;
        for (Path file : classFiles("java/util", "java/io", "sun/security/ssl", "sun/nio/ch")) {
            byte[] bytes = Files.readAllBytes(file);
            ClassFileScan scan = new ClassFileScan(bytes);
            Seen seen = Seen.in(bytes);

            Set<String> entering = scan.methodsEnteringMonitors();
            boolean[] refs = scan.methodRefs(APPENDS);
            Set<String> calling = refs == null ? Set.of() : scan.methodsCalling(refs);

            assertThat(entering).as("monitors in %s", file).isEqualTo(seen.enteringMonitors);
            assertThat(calling).as("calls in %s", file).isEqualTo(seen.appending);
            assertThat(scan.declaresSynchronizedMethods()).as("%s", file).isEqualTo(seen.declaresSynchronizedMethods);
            assertThat(scan.declares("run", "()V")).as("run in %s", file).isEqualTo(seen.declaresRun);
            assertThat(scan.className()).isEqualTo(seen.reader.getClassName());
            withMonitors += entering.size();
            withCalls += calling.size();
        }
        assertThat(withMonitors).isGreaterThan(100);
        assertThat(withCalls).isGreaterThan(100);
    }

    @Test
    void stepsOverSwitchesAndWideInstructions() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_6, Opcodes.ACC_PUBLIC, "Sample", null, "java/lang/Object", null);
        for (int before = 0; before < 4; before++) {
            MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "m" + before, "(I)V", null, null);
            method.visitCode();
            Label end = new Label();
            for (int i = 0; i < before; i++) {
                method.visitInsn(Opcodes.NOP);
            }
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitTableSwitchInsn(Opcodes.MONITORENTER, Opcodes.MONITORENTER + 1, end, end, end);
            method.visitLabel(end);
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitLookupSwitchInsn(end, new int[] {Opcodes.MONITORENTER, 1000}, new Label[] {end, end});
            method.visitIincInsn(0, 1000);
            method.visitIincInsn(Opcodes.MONITORENTER, 1);
            method.visitVarInsn(Opcodes.ILOAD, 300);
            method.visitInsn(Opcodes.POP);
            method.visitIntInsn(Opcodes.SIPUSH, Opcodes.MONITORENTER << 8 | Opcodes.MONITORENTER);
            method.visitInsn(Opcodes.POP);
            if (before == 3) {
                method.visitVarInsn(Opcodes.ALOAD, 0);
                method.visitInsn(Opcodes.MONITORENTER);
            }
            method.visitInsn(Opcodes.RETURN);
            method.visitMaxs(0, 0);
            method.visitEnd();
        }
        writer.visitEnd();

        assertThat(new ClassFileScan(writer.toByteArray()).methodsEnteringMonitors())
                .containsExactly("m3(I)V");
    }

    @Test
    void readsNamesOfEveryScript() {
        String name = "p\u00e4ckchen/\u7c7b\ud83d\ude00";
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        writer.visitEnd();

        assertThat(new ClassFileScan(writer.toByteArray()).className()).isEqualTo(name);
    }

    @Test
    void refusesWhatIsNoClassFile() {
        byte[] bytes = new byte[64];
        bytes[9] = 5;

        assertThatThrownBy(() -> new ClassFileScan(bytes)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Path> classFiles(String... packages) throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        List<Path> files = new ArrayList<>();
        for (String each : packages) {
            try (Stream<Path> walk = Files.walk(root.resolve(each))) {
                walk.filter(path -> path.toString().endsWith(".class")).forEach(files::add);
            }
        }
        return files;
    }

    /** What ASM finds in the same class file. */
    private static final class Seen extends ClassVisitor {
        final ClassReader reader;
        final Set<String> enteringMonitors = new HashSet<>();
        final Set<String> appending = new HashSet<>();
        boolean declaresSynchronizedMethods;
        boolean declaresRun;

        private Seen(ClassReader reader) {
            super(Opcodes.ASM9);
            this.reader = reader;
        }

        static Seen in(byte[] bytes) {
            ClassReader reader = new ClassReader(bytes);
            Seen seen = new Seen(reader);
            reader.accept(seen, 0);
            return seen;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            declaresSynchronizedMethods |=
                    (access & Opcodes.ACC_SYNCHRONIZED) != 0 && (access & Opcodes.ACC_NATIVE) == 0;
            declaresRun |= name.equals("run") && descriptor.equals("()V") && (access & Opcodes.ACC_STATIC) == 0;
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitInsn(int opcode) {
                    if (opcode == Opcodes.MONITORENTER) {
                        enteringMonitors.add(name + descriptor);
                    }
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String of, boolean isInterface) {
                    if (owner.equals(APPENDED_TO) && called.equals("append") && of.startsWith("(Ljava/lang/String;)")) {
                        appending.add(name + descriptor);
                    }
                }
            };
        }
    }
}
