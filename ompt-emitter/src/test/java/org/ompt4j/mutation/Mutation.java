package org.ompt4j.mutation;

import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A fault that is inserted into the bytes of a class. Classes are specified by their binary names. Different mutations have different results of
 * {@link #toString}.
 *
 * <p>Thread safety: immutable.
 */
public final class Mutation {
    private static final String INITIALIZER = "<clinit>";

    /** The declaration of a method. */
    private record Place(int access, String name, String descriptor) {

        boolean isWritten() {
            return (access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_ABSTRACT)) == 0;
        }

        boolean isStatic() {
            return (access & Opcodes.ACC_STATIC) != 0;
        }

        Type returned() {
            return Type.getReturnType(descriptor);
        }
    }

    /**
     * Used as an answer: an entry point that writes nothing and always returns the same value.
     *
     * @param type the interface of the entry point
     * @param answer the value: a number, an enumerator of the type that the method returns, or null
     */
    public record EntryPoint(Class<?> type, @Nullable Object answer) {

        /** Called by changed code, with a type and an answer of its class loader. */
        public static Object of(Class<?> type, @Nullable Object answer) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                Class<?> returned = method.getReturnType();
                if (returned == long.class) {
                    return Long.valueOf(((Number) answer).longValue());
                }
                return returned == double.class ? Double.valueOf(((Number) answer).doubleValue()) : answer;
            });
        }
    }

    private interface Change {
        /**
         * Inserts the fault into a method.
         *
         * @param next writes the method
         * @param found to be run if the fault was inserted
         * @return visits the original code of the method; null if the method was written already
         */
        @Nullable
        MethodVisitor of(Place method, MethodVisitor next, Runnable found);
    }

    private final String description;
    private final @Nullable String owner;
    private final Change change;

    private Mutation(String description, @Nullable String owner, Change change) {
        this.description = description;
        this.owner = owner;
        this.change = change;
    }

    // ---------------------------------------------------------------- the faults

    /** No fault; the classes are written again nevertheless. */
    public static Mutation none() {
        return new Mutation("nothing", null, (method, next, found) -> {
            found.run();
            return next;
        });
    }

    /**
     * A method does nothing and returns a constant.
     *
     * @param answer a number (0 and 1 also for false and true; for an object 0 is null and 1 is a new one), an enumerator of the
     *     method's type, or null
     */
    public static Mutation answers(String owner, String name, @Nullable Object answer) {
        String description = owner + "." + name + " answers " + answer;
        return new Mutation(description, owner, (method, next, found) -> {
            if (!method.name().equals(name) || !method.isWritten()) {
                return next;
            }
            found.run();
            next.visitCode();
            answer(next, method.returned(), answer);
            return end(next);
        });
    }

    /**
     * As {@link #answers}, but only if the method is called with this argument.
     *
     * @param argument an enumerator or a string
     * @param answer as for {@link #answers}, or an {@link EntryPoint}
     */
    public static Mutation answersFor(String owner, String name, Object argument, @Nullable Object answer) {
        String description = owner + "." + name + " answers " + answer + " for " + argument;
        return new Mutation(description, owner, (method, next, found) -> {
            int local = variableOf(argument, method);
            if (!method.name().equals(name) || !method.isWritten() || local < 0) {
                return next;
            }
            found.run();
            return new MethodVisitor(Opcodes.ASM9, next) {
                @Override
                public void visitCode() {
                    super.visitCode();
                    Label others = new Label();
                    constant(next, argument);
                    next.visitVarInsn(Opcodes.ALOAD, local);
                    next.visitMethodInsn(
                            Opcodes.INVOKEVIRTUAL, "java/lang/Object", "equals", "(Ljava/lang/Object;)Z", false);
                    next.visitJumpInsn(Opcodes.IFEQ, others);
                    answer(next, method.returned(), answer);
                    next.visitLabel(others);
                    next.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                }
            };
        });
    }

    /** Calls of one interface, in all classes, do nothing and return 0. */
    public static Mutation neverCalls(Class<?> type) {
        return new Mutation(
                "no calls of " + type.getName(), null, (method, next, found) -> new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitMethodInsn(int code, String owner, String called, String of, boolean isInterface) {
                        if (owner.equals(Type.getInternalName(type))) {
                            found.run();
                            drop(next, of);
                        } else {
                            super.visitMethodInsn(code, owner, called, of, isInterface);
                        }
                    }
                });
    }

    /** Some methods of a class begin with a call of a static method without arguments. */
    public static Mutation callsFirst(String owner, Set<String> names, Class<?> type, String called) {
        String description = names + " of " + owner + " call " + called;
        return new Mutation(description, owner, (method, next, found) -> {
            if (!names.contains(method.name())) {
                return next;
            }
            found.run();
            return new MethodVisitor(Opcodes.ASM9, next) {
                @Override
                public void visitCode() {
                    super.visitCode();
                    next.visitMethodInsn(Opcodes.INVOKESTATIC, Type.getInternalName(type), called, "()V", false);
                }
            };
        });
    }

    /** The static initializer of a class throws, so that the class cannot be used. */
    public static Mutation cannotBeInitialized(String owner) {
        return new Mutation(owner + " cannot be initialized", owner, (method, next, found) -> {
            if (!method.name().equals(INITIALIZER)) {
                return next;
            }
            found.run();
            next.visitCode();
            newObject(next, Error.class, "()V");
            next.visitInsn(Opcodes.ATHROW);
            return end(next);
        });
    }

    // ---------------------------------------------------------------- changing classes

    /** The class that is changed; null if any class can be changed. */
    public @Nullable String owner() {
        return owner;
    }

    /** Returns the class with the fault; the same array if it is another class or has no place for the fault. */
    public byte[] applyTo(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        if (owner != null && !reader.getClassName().equals(owner.replace('.', '/'))) {
            return classFile;
        }
        // The frames remain valid, since no jump enters or leaves the changed code.
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        boolean[] found = new boolean[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] thrown) {
                        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
                        return change.of(new Place(access, name, descriptor), next, () -> found[0] = true);
                    }
                },
                0);
        return found[0] ? writer.toByteArray() : classFile;
    }

    @Override
    public String toString() {
        return description;
    }

    // ---------------------------------------------------------------- code

    /** The local variable of the parameter that has the type of the argument; -1 if there is none. */
    private static int variableOf(Object argument, Place method) {
        int local = method.isStatic() ? 0 : 1;
        for (Type each : Type.getArgumentTypes(method.descriptor())) {
            if (each.equals(Type.getType(typeOf(argument)))) {
                return local;
            }
            local += each.getSize();
        }
        return -1;
    }

    private static Class<?> typeOf(Object constant) {
        return constant instanceof Enum<?> enumerator ? enumerator.getDeclaringClass() : constant.getClass();
    }

    private static @Nullable MethodVisitor end(MethodVisitor code) {
        code.visitMaxs(0, 0);
        code.visitEnd();
        return null;
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

    private static void answer(MethodVisitor code, Type type, @Nullable Object answer) {
        boolean isObject = type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
        if (isObject && answer instanceof Number number && number.intValue() != 0) {
            newObject(code, type);
        } else if (isObject) {
            constant(code, answer instanceof Number ? null : answer);
        } else {
            switch (type.getSort()) {
                case Type.VOID -> {}
                case Type.LONG -> code.visitLdcInsn(((Number) answer).longValue());
                case Type.DOUBLE -> code.visitLdcInsn(((Number) answer).doubleValue());
                default -> code.visitLdcInsn(((Number) answer).intValue());
            }
        }
        code.visitInsn(type.getOpcode(Opcodes.IRETURN));
    }

    private static void constant(MethodVisitor code, @Nullable Object constant) {
        if (constant instanceof EntryPoint entryPoint) {
            entryPoint(code, entryPoint);
        } else if (constant instanceof Enum<?> enumerator) {
            Type type = Type.getType(enumerator.getDeclaringClass());
            code.visitFieldInsn(Opcodes.GETSTATIC, type.getInternalName(), enumerator.name(), type.getDescriptor());
        } else if (constant == null) {
            code.visitInsn(Opcodes.ACONST_NULL);
        } else {
            code.visitLdcInsn(constant);
        }
    }

    private static void entryPoint(MethodVisitor code, EntryPoint entryPoint) {
        code.visitLdcInsn(Type.getType(entryPoint.type()));
        constant(code, entryPoint.answer());
        if (entryPoint.answer() instanceof Integer) {
            code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
        }
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                Type.getInternalName(EntryPoint.class),
                "of",
                "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;",
                false);
    }

    /** Calls the first public constructor with arguments of 0 and null. */
    private static void newObject(MethodVisitor code, Type type) {
        Constructor<?> constructor;
        try {
            constructor = Class.forName(type.getClassName()).getConstructors()[0];
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        newObject(code, constructor.getDeclaringClass(), Type.getConstructorDescriptor(constructor));
    }

    private static void newObject(MethodVisitor code, Class<?> type, String descriptor) {
        code.visitTypeInsn(Opcodes.NEW, Type.getInternalName(type));
        code.visitInsn(Opcodes.DUP);
        for (Type each : Type.getArgumentTypes(descriptor)) {
            switch (each.getSort()) {
                case Type.LONG -> code.visitInsn(Opcodes.LCONST_0);
                case Type.OBJECT, Type.ARRAY -> code.visitInsn(Opcodes.ACONST_NULL);
                default -> code.visitInsn(Opcodes.ICONST_0);
            }
        }
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, Type.getInternalName(type), "<init>", descriptor, false);
    }
}
