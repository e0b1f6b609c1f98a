package org.ompt4j.mappings.memory;

import org.ompt4j.emitter.memory.AtomicHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/atomic.md}. */
public final class AtomicMapping implements ConstructMapping {
    private static final Construct K = Construct.ATOMIC;
    private static final String PACKAGE = "java/util/concurrent/atomic/";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String FUNCTION = "Ljava/util/function/";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        ofType(rewrites, "Integer", "I", "Int");
        ofType(rewrites, "Long", "J", "Long");
        ofType(rewrites, "Reference", OBJECT, "");
        JdkClass striped = rewrites.jdkClass(K, PACKAGE + "Striped64");
        stripes(striped.method("longAccumulate(JLjava/util/function/LongBinaryOperator;ZI)V"));
        stripes(striped.method("doubleAccumulate(DLjava/util/function/DoubleBinaryOperator;ZI)V"));
    }

    private static void ofType(Rewrites rewrites, String type, String value, String function) {
        String compareAndSet = "weakCompareAndSetVolatile";
        updates(rewrites, "Atomic" + type, "", value, function, compareAndSet, Operand.THIS);
        updates(rewrites, "Atomic" + type + "Array", "I", value, function, compareAndSet, Operand.THIS);
        updates(
                rewrites,
                "Atomic" + type + "FieldUpdater",
                OBJECT,
                value,
                function,
                "compareAndSet",
                Operand.argument(0));
    }

    /**
     * @param where descriptor of the parameter before the value that selects the variable: an index, the object with the field, or empty
     */
    private static void updates(
            Rewrites rewrites,
            String type,
            String where,
            String value,
            String function,
            String compareAndSet,
            Operand updated) {
        JdkClass atomic = rewrites.jdkClass(K, PACKAGE + type);
        String unary = "(" + where + FUNCTION + function + "UnaryOperator;)" + value;
        String binary = "(" + where + value + FUNCTION + function + "BinaryOperator;)" + value;
        String tried = compareAndSet + "(" + where + value + value + ")Z";
        for (String method : new String[] {
            "getAndUpdate" + unary, "updateAndGet" + unary, "getAndAccumulate" + binary, "accumulateAndGet" + binary
        }) {
            MethodAdvice update = atomic.method(method);
            update.aroundCall(PACKAGE + type, tried)
                    .after(hook("tried", "(ZLjava/lang/Object;)V", Operand.RESULT, updated));
            update.onThrow(hook("threw", "(Ljava/lang/Throwable;Ljava/lang/Object;)V", Operand.THROWN, updated));
        }
    }

    private static void stripes(MethodAdvice accumulate) {
        accumulate
                .enterWithToken(hook("beginStripes", "(Ljava/lang/Object;Z)J", Operand.THIS, Operand.argument(2)))
                .onReturn(hook("endStripes", "(Ljava/lang/Object;J)V", Operand.THIS, Operand.TOKEN))
                .onThrow(hook("threw", "(Ljava/lang/Throwable;Ljava/lang/Object;)V", Operand.THROWN, Operand.THIS));
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(AtomicHooks.class, name, descriptor, operands);
    }
}
