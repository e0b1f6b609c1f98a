package org.ompt4j.emitter;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.reflect.ConstantPool;

/**
 * Names the code that a task runs, as {@code pkg.Class.method}. For a lambda this is the method that javac made of its body, for a method reference
 * the method that it names.
 *
 * <p>Thread safety: any thread. The result is cached for each class.
 */
public final class Bodies {
    private static final ClassValue<Integer> IDS = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return Definitions.body(textOf(type));
        }
    };

    /** Method names with a leading dot, by the class of the object that is run. The map is replaced as a whole. */
    private static volatile Map<Class<?>, String> runMethods = Map.of();

    private Bodies() {}

    /** Registers the method with the code of tasks of a type that is neither Callable nor Runnable. */
    public static synchronized void register(Class<?> type, String method) {
        Map<Class<?>, String> known = new HashMap<>(runMethods);
        known.put(type, ".".concat(method));
        runMethods = known;
    }

    /** The body id of an object that is run: a Runnable, Callable, ForkJoinTask, functional object, or the subscriber of a publisher. */
    public static int of(Object code) {
        return IDS.get(code.getClass());
    }

    /** The body id of the objects of a class that are run. */
    public static int ofClass(Class<?> type) {
        return IDS.get(type);
    }

    private static String textOf(Class<?> type) {
        String name = type.getName();
        if (type.isHidden() && name.contains("$$Lambda")) {
            return lambdaText(type, name);
        }
        return name.concat(methodOf(type));
    }

    private static String methodOf(Class<?> type) {
        for (Map.Entry<Class<?>, String> each : runMethods.entrySet()) {
            if (each.getKey().isAssignableFrom(type)) {
                return each.getValue();
            }
        }
        if (Callable.class.isAssignableFrom(type)) {
            return ".call";
        }
        if (Runnable.class.isAssignableFrom(type)) {
            return ".run";
        }
        return Flow.Subscriber.class.isAssignableFrom(type) ? ".onNext" : "";
    }

    /** The class of a lambda refers to one method that is not plumbing: the method with the code of the lambda. */
    private static String lambdaText(Class<?> type, String name) {
        JavaLangAccess access = SharedSecrets.getJavaLangAccess();
        ConstantPool pool = access.getConstantPool(type);
        for (int i = pool.getSize() - 1; i > 0; i--) {
            ConstantPool.Tag tag = pool.getTagAt(i);
            if (tag == ConstantPool.Tag.METHODREF || tag == ConstantPool.Tag.INTERFACEMETHODREF) {
                String[] member = pool.getMemberRefInfoAt(i);
                if (!isPlumbing(member[0], member[1])) {
                    return calledOwner(member[0], member[2])
                            .replace('/', '.')
                            .concat(".")
                            .concat(member[1]);
                }
            }
        }
        return name.substring(0, name.indexOf("$$Lambda")).concat(".lambda");
    }

    /**
     * The class whose method is called. If a method reference was replaced by a hook, this is the type of the hook's parameter after the call site.
     */
    private static String calledOwner(String owner, String descriptor) {
        boolean isHook = owner.startsWith("org/ompt4j/emitter/") && owner.endsWith("References");
        return isHook ? descriptor.substring("(IL".length(), descriptor.indexOf(';')) : owner;
    }

    private static boolean isPlumbing(String owner, String method) {
        boolean boxing = method.equals("valueOf") || method.endsWith("Value");
        return method.equals("<init>") || boxing && owner.startsWith("java/lang/");
    }
}
