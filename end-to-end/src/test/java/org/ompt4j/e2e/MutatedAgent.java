package org.ompt4j.e2e;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Copies of the agent's jar in which the emitter, or one class of the jar itself, has one thing wrong. */
final class MutatedAgent {

    /** Where the jars lie whose classes go to the bootstrap side. */
    private static final String EMITTER = "META-INF/ompt4j";

    private static final String START = "META-INF/ompt4j/agent/start.jar";

    private static final String CALLBACK = "org/ompt4j/ompt/OmptCallback$";

    /** Something to do wrong; says by its return value whether it found a place to do it. */
    interface Mutation {
        /** Wraps a visitor that writes the class. */
        ClassVisitor apply(String className, ClassVisitor next, Runnable found);
    }

    private MutatedAgent() {}

    /** Calls of one callback interface, wherever they stand, do nothing and answer 0. */
    static Mutation callbackIsNeverCalled(String callbackInterface) {
        return (className, next, found) -> new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String sig, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, sig, thrown)) {
                    @Override
                    public void visitMethodInsn(int code, String owner, String called, String of, boolean isInterface) {
                        if (owner.equals(CALLBACK + callbackInterface)) {
                            found.run();
                            drop(this, of);
                        } else {
                            super.visitMethodInsn(code, owner, called, of, isInterface);
                        }
                    }
                };
            }
        };
    }

    private static void drop(MethodVisitor code, String descriptor) {
        Type[] arguments = Type.getArgumentTypes(descriptor);
        for (int i = arguments.length - 1; i >= 0; i--) {
            code.visitInsn(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        }
        code.visitInsn(Opcodes.POP);
        if (Type.getReturnType(descriptor) == Type.INT_TYPE) {
            code.visitInsn(Opcodes.ICONST_0);
        }
    }

    /** A method of one class answers {@code constant}; if it answers an object null for 0, else a new one. */
    static Mutation methodAnswers(String ofClass, String method, int constant) {
        return (className, next, found) -> new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String sig, String[] thrown) {
                MethodVisitor original = super.visitMethod(access, name, descriptor, sig, thrown);
                boolean isIt = className.equals(ofClass) && name.equals(method) && (access & Opcodes.ACC_BRIDGE) == 0;
                if (!isIt) {
                    return original;
                }
                found.run();
                original.visitCode();
                answer(original, Type.getReturnType(descriptor), constant);
                original.visitMaxs(0, 0);
                original.visitEnd();
                return null;
            }
        };
    }

    /** Some methods of one class begin with a call of a static method without arguments. */
    static Mutation methodsCallFirst(Set<String> methods, String owner, String called) {
        return (className, next, found) -> new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String sig, String[] thrown) {
                MethodVisitor original = super.visitMethod(access, name, descriptor, sig, thrown);
                if (!methods.contains(name)) {
                    return original;
                }
                found.run();
                return new MethodVisitor(Opcodes.ASM9, original) {
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, called, "()V", false);
                    }
                };
            }
        };
    }

    /** The static initializer of one class throws, so that the class cannot be used. */
    static Mutation initializerThrows(String ofClass) {
        return (className, next, found) -> new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String sig, String[] thrown) {
                MethodVisitor original = super.visitMethod(access, name, descriptor, sig, thrown);
                if (!className.equals(ofClass) || !name.equals("<clinit>")) {
                    return original;
                }
                found.run();
                original.visitCode();
                original.visitTypeInsn(Opcodes.NEW, "java/lang/Error");
                original.visitInsn(Opcodes.DUP);
                original.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Error", "<init>", "()V", false);
                original.visitInsn(Opcodes.ATHROW);
                original.visitMaxs(0, 0);
                original.visitEnd();
                return null;
            }
        };
    }

    private static void answer(MethodVisitor code, Type type, int constant) {
        switch (type.getSort()) {
            case Type.VOID -> {}
            case Type.LONG -> code.visitLdcInsn((long) constant);
            case Type.DOUBLE -> code.visitLdcInsn((double) constant);
            case Type.OBJECT, Type.ARRAY -> object(code, type, constant != 0);
            default -> code.visitLdcInsn(constant);
        }
        code.visitInsn(type.getOpcode(Opcodes.IRETURN));
    }

    private static void object(MethodVisitor code, Type type, boolean present) {
        if (!present) {
            code.visitInsn(Opcodes.ACONST_NULL);
            return;
        }
        Constructor<?> constructor = constructorOf(type);
        code.visitTypeInsn(Opcodes.NEW, type.getInternalName());
        code.visitInsn(Opcodes.DUP);
        for (Class<?> each : constructor.getParameterTypes()) {
            answerNothing(code, Type.getType(each));
        }
        String descriptor = Type.getConstructorDescriptor(constructor);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, type.getInternalName(), "<init>", descriptor, false);
    }

    private static void answerNothing(MethodVisitor code, Type type) {
        switch (type.getSort()) {
            case Type.LONG -> code.visitInsn(Opcodes.LCONST_0);
            case Type.OBJECT, Type.ARRAY -> code.visitInsn(Opcodes.ACONST_NULL);
            default -> code.visitInsn(Opcodes.ICONST_0);
        }
    }

    private static Constructor<?> constructorOf(Type type) {
        try {
            return Class.forName(type.getClassName()).getConstructors()[0];
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Writes a mutated copy of the agent's jar.
     *
     * @throws IllegalStateException if there was nothing to mutate
     */
    static Path make(Path agent, Path copy, Mutation mutation) throws IOException {
        Files.copy(agent, copy);
        boolean[] found = new boolean[1];
        try (FileSystem jar = FileSystems.newFileSystem(copy, Map.of())) {
            for (Path each : jarsIn(jar.getPath(EMITTER))) {
                Files.write(each, mutate(Files.readAllBytes(each), mutation, () -> found[0] = true));
            }
        }
        if (!found[0]) {
            throw new IllegalStateException("nothing to mutate");
        }
        return copy;
    }

    /**
     * Writes a copy of the agent's jar in which one class that is not the emitter's is mutated.
     *
     * @param className as in class files
     * @throws IllegalStateException if there was nothing to mutate
     */
    static Path make(Path agent, Path copy, String className, Mutation mutation) throws IOException {
        Files.copy(agent, copy);
        boolean[] found = new boolean[1];
        try (FileSystem jar = FileSystems.newFileSystem(copy, Map.of())) {
            Path entry = jar.getPath(className + ".class");
            Files.write(entry, mutateClass(Files.readAllBytes(entry), mutation, () -> found[0] = true));
            // What every start loads lies there a second time, and is taken from there.
            Mutation ofThisClass = (name, next, here) ->
                    name.equals(className) ? mutation.apply(name, next, here) : new ClassVisitor(Opcodes.ASM9, next) {};
            Path start = jar.getPath(START);
            Files.write(start, mutate(Files.readAllBytes(start), ofThisClass, () -> found[0] = true));
        }
        if (!found[0]) {
            throw new IllegalStateException("nothing to mutate");
        }
        return copy;
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().endsWith(".jar")).toList();
        }
    }

    private static byte[] mutate(byte[] emitter, Mutation mutation, Runnable found) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(emitter));
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
                out.putNextEntry(new ZipEntry(each.getName()));
                byte[] content = in.readAllBytes();
                out.write(each.getName().endsWith(".class") ? mutateClass(content, mutation, found) : content);
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] mutateClass(byte[] classFile, Mutation mutation, Runnable found) {
        ClassReader reader = new ClassReader(classFile);
        // Frames stay right: nothing jumps into or out of what is changed.
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        boolean[] foundHere = new boolean[1];
        ClassVisitor changed = mutation.apply(reader.getClassName(), writer, () -> foundHere[0] = true);
        reader.accept(changed, 0);
        if (!foundHere[0]) {
            return classFile;
        }
        found.run();
        return writer.toByteArray();
    }
}
