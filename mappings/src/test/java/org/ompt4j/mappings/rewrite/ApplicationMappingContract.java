package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.CheckClassAdapter;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/** Tests of every mapping that rewrites classes of the application; a subclass provides the mapping and samples. */
public abstract class ApplicationMappingContract extends JdkMappingContract {

    /** Compiled classes that use the construct. */
    protected abstract Class<?>[] samples();

    private List<String> notObserved = List.of();

    /** What is not observed in the class that was rewritten last. */
    protected final List<String> notObserved() {
        return notObserved;
    }

    /** Rewrites a class as if it were loaded for the first time; returns the original bytes if the agent does not change it. */
    protected final byte[] rewritten(Class<?> sample) throws IOException {
        return rewritten(bytesOf(sample), null);
    }

    /** Rewrites a class file; {@code redefined} is the class if it was loaded before. */
    protected final byte[] rewritten(byte[] bytes, Class<?> redefined) {
        Rewrites rewrites = new Rewrites(Runtime.version().feature());
        mapping().declare(rewrites);
        OmptTransformer transformer =
                new OmptTransformer(rewrites, name -> true, new ProgramScan(construct -> null), () -> {});
        // Classes of the agent's own packages are never rewritten: so the class gets another name.
        byte[] result = transformer.transform(
                null, ClassLoader.getSystemClassLoader(), "sample/Sample", redefined, null, bytes);
        notObserved = transformer.problems();
        return result == null ? bytes : result;
    }

    @Test
    void rewrittenApplicationClassesPassTheClassChecker() throws IOException {
        for (Class<?> sample : samples()) {
            check(rewritten(sample), sample.getName());
        }
    }

    protected static void check(byte[] rewritten, String name) {
        StringWriter complaints = new StringWriter();
        CheckClassAdapter.verify(new ClassReader(rewritten), null, false, new PrintWriter(complaints));
        assertThat(complaints.toString()).as(name).isEmpty();
    }

    /** The code of each method as text, by name and descriptor. */
    protected static Map<String, String> methodsOf(byte[] bytes) {
        Map<String, String> methods = new LinkedHashMap<>();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                Textifier text = new Textifier(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodEnd() {
                                        StringWriter code = new StringWriter();
                                        PrintWriter printer = new PrintWriter(code);
                                        print(printer);
                                        printer.flush();
                                        methods.put(name + descriptor, access + " " + code);
                                    }
                                };
                                return new TraceMethodVisitor(text);
                            }
                        },
                        ClassReader.EXPAND_FRAMES);
        return methods;
    }

    /** All matches of the pattern's first group in the code of a method, in their order. */
    protected static List<String> foundIn(byte[] bytes, String method, Pattern pattern) {
        return pattern.matcher(methodsOf(bytes).get(method))
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    protected static byte[] bytesOf(Class<?> type) throws IOException {
        try (InputStream in =
                type.getResourceAsStream(type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class")) {
            assertThat(in).as(type.getName()).isNotNull();
            return in.readAllBytes();
        }
    }
}
