package org.ompt4j.mappings.defined;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.util.CheckClassAdapter;
import org.ompt4j.mappings.defined.PoolDefinition.Part;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Glob;
import org.ompt4j.mappings.rewrite.Rewrites;

/** Rewritten methods of {@link Subject} call the right hooks with the right arguments. */
class DefinedPoolMethodTest {

    /** Methods with all kinds of parameters and results. */
    @SuppressWarnings("unused")
    static class Subject implements Runnable {
        void execute(long delay, Thread thread, String name, Runnable task) {}

        boolean offer(Object task) {
            return true;
        }

        FutureTask<Object> wrap(Callable<Object> code) {
            return new FutureTask<>(code);
        }

        static void runTask(Object task, int number) {}

        @Override
        public void run() {}

        void before(Thread thread, Runnable task) {}

        void after(Runnable task, Exception thrown) {}

        void afterAll(Runnable task) {}

        static void loop() {}

        Object take() {
            return new Object();
        }

        void nothing(int number, Thread thread) {}

        class Worker {
            Object pool = Subject.this;

            void work() {}
        }
    }

    /** The name that the class gets: not one of the agent's packages, whose classes are not rewritten. */
    private static final String NAME = "com/acme/Subject";

    @ParameterizedTest
    @CsvSource({
        "SUBMIT, execute, ALOAD 5 ALOAD 0 submit submitted",
        "SUBMIT, offer, ALOAD 1 ALOAD 0 submit submitted",
        "SUBMIT, wrap, made",
        "RUN, runTask, ALOAD 0 runs ran",
        "RUN, run, ALOAD 0 runs ran",
        "BEFORE, before, ALOAD 2 before",
        "AFTER, after, ALOAD 1 ALOAD 2 after",
        "AFTER, afterAll, ALOAD 1 ACONST_NULL after",
        "WORKER, loop, LDC workerBegin workerEnd",
        "WORKER, run, ALOAD 0 workerBegin workerEnd",
        "IDLE, take, idleBegin idleEnd"
    })
    void methodTellsWhatItIsGiven(Part part, String method, String calls) throws IOException {
        byte[] rewritten = transform(new DefinedTransformer(List.of(definition(part, method))), "");

        assertThat(verifierFindings(rewritten)).isEmpty();
        assertThat(hookCalls(rewritten, method)).contains(calls);
    }

    @Test
    void poolOfAnInnerClassIsTheObjectAroundIt() throws IOException {
        byte[] rewritten = transform(
                new DefinedTransformer(List.of(new PoolDefinition(
                        Part.WORKER, new Glob(NAME.replace('/', '.') + "$Worker"), new Glob("work"), "", "text"))),
                "$Worker");

        assertThat(verifierFindings(rewritten)).isEmpty();
        assertThat(hookCalls(rewritten, "work")).contains("ALOAD 0 this$0 workerBegin");
    }

    @ParameterizedTest
    @CsvSource({"SUBMIT, nothing", "SUBMIT, run", "RUN, nothing", "RUN, loop", "BEFORE, nothing", "AFTER, nothing"})
    void methodThatIsGivenNoTaskIsLeftAloneAndMentioned(Part part, String method) throws IOException {
        DefinedTransformer transformer = new DefinedTransformer(List.of(definition(part, method)));

        assertThat(transform(transformer, "")).isNull();
        assertThat(transformer.unmatched()).isEmpty();
        assertThat(transformer.misfits())
                .containsExactly("text is left out at " + NAME.replace('/', '.') + "." + method
                        + ", none of whose arguments can be a task; name the method that takes the task");
    }

    @Test
    void onlySubmissionsThatPassNothingOverWantTheirCallers() {
        Rewrites rewrites = new Rewrites(17);
        Glob type = new Glob("com.acme.Pool");
        new PoolDefinition(Part.SUBMIT, type, new Glob("execute"), "", "text").declareCalls(rewrites);
        new PoolDefinition(Part.SUBMIT, type, new Glob("submit"), "com.acme.", "text").declareCalls(rewrites);
        new PoolDefinition(Part.RUN, type, new Glob("runTask"), "", "text").declareCalls(rewrites);

        assertThat(rewrites.callSites()).extracting(CallSite::name).containsExactly("execute");
    }

    private static PoolDefinition definition(Part part, String method) {
        return new PoolDefinition(part, new Glob(NAME.replace('/', '.')), new Glob(method), "", "text");
    }

    private static byte @Nullable [] transform(DefinedTransformer transformer, String nested) throws IOException {
        return transformer.transform(null, new Renaming(), NAME + nested, null, null, Renaming.classFile(nested));
    }

    /** Loads the subject under its other name. */
    private static final class Renaming extends ClassLoader {
        Renaming() {
            super(DefinedPoolMethodTest.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.startsWith(NAME.replace('/', '.'))) {
                throw new ClassNotFoundException(name);
            }
            try {
                byte[] bytes = classFile(name.substring(NAME.length()));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            if (!name.startsWith(NAME)) {
                return super.getResourceAsStream(name);
            }
            try {
                String nested = name.substring(NAME.length(), name.length() - ".class".length());
                return new ByteArrayInputStream(classFile(nested));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static byte[] classFile(String nested) throws IOException {
            String subject = Type.getInternalName(Subject.class);
            Map<String, String> names = Map.of(subject, NAME, subject + "$Worker", NAME + "$Worker");
            ClassWriter renamed = new ClassWriter(0);
            try (InputStream file =
                    DefinedPoolMethodTest.class.getClassLoader().getResourceAsStream(subject + nested + ".class")) {
                new ClassReader(file).accept(new ClassRemapper(renamed, new SimpleRemapper(Opcodes.ASM9, names)), 0);
            }
            return renamed.toByteArray();
        }
    }

    private static String verifierFindings(byte[] classFile) {
        StringWriter findings = new StringWriter();
        CheckClassAdapter.verify(new ClassReader(classFile), new Renaming(), false, new PrintWriter(findings));
        return findings.toString();
    }

    /** The calls of hooks in a method, and the arguments that are loaded right before. */
    private static String hookCalls(byte[] classFile, String method) {
        List<String> found = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public @Nullable MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                return name.equals(method) ? new Calls(found) : null;
                            }
                        },
                        0);
        return String.join(" ", found);
    }

    private static final class Calls extends MethodVisitor {
        private final List<String> found;
        private final List<String> loaded = new ArrayList<>();

        Calls(List<String> found) {
            super(Opcodes.ASM9);
            this.found = found;
        }

        @Override
        public void visitVarInsn(int opcode, int index) {
            if (opcode == Opcodes.ALOAD) {
                loaded.add("ALOAD " + index);
            } else {
                loaded.clear();
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.ACONST_NULL) {
                loaded.add("ACONST_NULL");
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            // Constants after other arguments are the same in all submissions.
            if (loaded.isEmpty()) {
                loaded.add("LDC");
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            loaded.add(name);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
            if (owner.endsWith("/DefinedPoolHooks")) {
                if (!called.startsWith("ran")
                        && !called.endsWith("ed")
                        && !called.endsWith("End")
                        && !called.equals("made")) {
                    found.addAll(loaded);
                }
                found.add(called);
            }
            loaded.clear();
        }
    }
}
