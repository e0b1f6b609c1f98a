package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.util.CheckClassAdapter;
import org.ompt4j.mappings.rewrite.AdviceTarget.Step;
import org.ompt4j.ompt.Construct;

/** Rewrites a class and runs it in a class loader of its own, so that the JVM verifies its frames. */
class AdviceVisitorTest {
    private static final String TARGET = "org/ompt4j/mappings/rewrite/AdviceTarget";
    private static final String STEP = TARGET + "$Step";
    private static final String LINK = Type.getInternalName(AdviceTarget.Link.class);
    private static final String LENGTH = "length(L" + LINK + ";)I";
    private static final String STEP_CALL = "(J)J";
    private static final String RETRY = "(L" + STEP + ";J)Ljava/lang/String;";
    private static final String SUM = "(IJLjava/lang/String;)J";

    private final JdkClass target = new JdkClass(Construct.NONE, TARGET);

    @BeforeEach
    void clearLog() {
        AdviceLog.clear();
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(AdviceLog.class, name, descriptor, operands);
    }

    @Test
    void hooksSeeTheMethodComeInWithItsArgumentsAndGoOutWithItsResult() throws Exception {
        adviseSum();

        assertThat(run("sum", 4, 10L, "x")).isEqualTo(60L);

        assertThat(AdviceLog.LINES).containsExactly("token x", "enter true 4 10", "returned 60 token 1");
    }

    @Test
    void hookSeesTheExceptionThatLeavesTheMethod() {
        adviseSum();

        assertThatThrownBy(() -> run("sum", 3, -1L, "x")).hasMessage("negative -3");

        assertThat(AdviceLog.LINES).containsExactly("token x", "enter true 3 -1", "threw negative -3 token 1");
    }

    private void adviseSum() {
        target.method("sum" + SUM)
                .enterWithToken(hook("token", "(Ljava/lang/String;)J", Operand.argument(2)))
                .enter(hook("enter", "(Ljava/lang/Object;IJ)V", Operand.THIS, Operand.argument(0), Operand.argument(1)))
                .onReturn(hook("returned", "(JJ)V", Operand.RESULT, Operand.TOKEN))
                .onThrow(hook("threw", "(Ljava/lang/Throwable;J)V", Operand.THROWN, Operand.TOKEN));
    }

    @Test
    void staticMethodCanHaveATokenThatIsAnObject() throws Exception {
        target.method("half(D)D")
                .enterWithToken(hook("objectToken", "()Ljava/lang/Object;"))
                .onReturn(hook("returnedDouble", "(DLjava/lang/Object;)V", Operand.RESULT, Operand.TOKEN));

        assertThat(run("half", 5.0)).isEqualTo(2.5);

        assertThat(AdviceLog.LINES).containsExactly("object token", "returned 2.5 token t1");
    }

    @Test
    void twoConstructsCanAdviseOneMethod() throws Exception {
        adviseSum();
        target.method("sum" + SUM)
                .enterWithToken(hook("objectToken", "()Ljava/lang/Object;"))
                .exit(hook("left", "()V"));

        assertThat(run("sum", 4, 10L, "x")).isEqualTo(60L);

        assertThat(AdviceLog.LINES)
                .containsExactlyInAnyOrder("token x", "enter true 4 10", "returned 60 token 1", "object token", "left");
    }

    @Test
    void methodsOwnHandlersStillSeeTheExceptionOfAnAdvisedCall() throws Exception {
        adviseRetry();
        Step failsTwice = value -> {
            if (value < 7) {
                throw new IOException("no " + value);
            }
            return value * 2;
        };

        Object result = run("retry", failsTwice, 5L);

        assertThat(result).isEqualTo("caught no 5 finally caught no 6 finally got 14");
        assertThat(AdviceLog.LINES)
                .containsExactly(
                        "before 5", "call threw no 5", "before 6", "call threw no 6", "before 7", "after 14", "left");
    }

    @Test
    void finallyOfTheMethodRunsWhenAnAdvisedCallThrowsWhatNobodyCatches() {
        adviseRetry();
        Step fails = value -> {
            throw new IllegalStateException("fatal");
        };

        assertThatThrownBy(() -> run("retry", fails, 5L)).hasMessage("fatal");

        assertThat(AdviceLog.LINES).containsExactly("before 5", "call threw fatal", "left");
    }

    private void adviseRetry() {
        MethodAdvice retry = target.method("retry" + RETRY).exit(hook("left", "()V"));
        retry.aroundCall(STEP, "step" + STEP_CALL)
                .before(hook("before", "(J)V", Operand.argument(1)))
                .after(hook("after", "(J)V", Operand.RESULT))
                .onThrow(hook("callThrew", "(Ljava/lang/Throwable;)V", Operand.THROWN));
    }

    @Test
    void hooksAfterACallGetWhatTheHookBeforeItReturned() throws Exception {
        MethodAdvice retry = target.method("retry" + RETRY).exit(hook("left", "()V"));
        retry.aroundCall(STEP, "step" + STEP_CALL)
                .beforeWithToken(hook("callToken", "(J)J", Operand.argument(1)))
                .after(hook("returned", "(JJ)V", Operand.RESULT, Operand.CALL_TOKEN))
                .onThrow(hook("threw", "(Ljava/lang/Throwable;J)V", Operand.THROWN, Operand.CALL_TOKEN));
        Step failsOnce = value -> {
            if (value < 6) {
                throw new IOException("no " + value);
            }
            return value * 2;
        };

        Object result = run("retry", failsOnce, 5L);

        assertThat(result).isEqualTo("caught no 5 finally got 12");
        assertThat(AdviceLog.LINES)
                .containsExactly("call 5", "threw no 5 token 1", "call 6", "returned 12 token 2", "left");
    }

    @Test
    void hookOnTheWayOutGetsTheTokenOfTheCallThatWasMadeOrNothing() throws Exception {
        Hook left = hook("leftAfter", "(J)V", Operand.CALL_TOKEN);
        target.method("retry" + RETRY)
                .onReturn(left)
                .aroundCall(STEP, "step" + STEP_CALL)
                .beforeWithToken(hook("callToken", "(J)J", Operand.argument(1)));
        target.method("atMost(L" + STEP + ";JJ)J")
                .onReturn(left)
                .aroundCall(STEP, "step" + STEP_CALL)
                .beforeWithToken(hook("callToken", "(J)J", Operand.argument(1)));

        run("retry", (Step) value -> value, 5L);
        run("atMost", (Step) value -> value, 5L, 4L);

        assertThat(AdviceLog.LINES).containsExactly("call 5", "left after 1", "left after 0");
    }

    @Test
    void callTokenAndTheMethodsOwnTokenDoNotMix() throws Exception {
        target.method("twice(L" + STEP + ";Z)J")
                .enterWithToken(hook("objectToken", "()Ljava/lang/Object;"))
                .onThrow(hook("left", "()V"))
                .aroundCall(STEP, "step" + STEP_CALL, 2)
                .beforeWithToken(hook("emptyToken", "()J"))
                .after(hook("returned", "(JJ)V", Operand.RESULT, Operand.CALL_TOKEN));
        Step tenfold = value -> value * 10;

        assertThat(run("twice", tenfold, true)).isEqualTo(11L);

        assertThat(AdviceLog.LINES).containsExactly("object token", "returned 10 token 2");
    }

    @Test
    void advisedCallCanStandInTheMiddleOfAnExpression() throws Exception {
        target.method("inExpression(L" + STEP + ";IJD)Ljava/lang/String;")
                .aroundCall(STEP, "step" + STEP_CALL)
                .onThrow(hook("callThrew", "(Ljava/lang/Throwable;)V", Operand.THROWN));
        Step negates = value -> -value;

        assertThat(run("inExpression", negates, 1, 2L, 3.0)).isEqualTo("Four[a=1, b=2, c=3.0, d=-2]");
        assertThat(AdviceLog.LINES).isEmpty();
    }

    @Test
    void everyOccurrenceOfACallIsAdvised() throws Exception {
        target.method("twice(L" + STEP + ";Z)J")
                .aroundCall(STEP, "step" + STEP_CALL, 2)
                .after(hook("after", "(J)V", Operand.RESULT))
                .onThrow(hook("callThrew", "(Ljava/lang/Throwable;)V", Operand.THROWN));
        Step fails = value -> {
            throw new IOException("no " + value);
        };
        Step tenfold = value -> value * 10;

        assertThat(run("twice", tenfold, true)).isEqualTo(11L);
        assertThat(run("twice", tenfold, false)).isEqualTo(120L);
        assertThatThrownBy(() -> run("twice", fails, false)).hasMessage("no 2");

        assertThat(AdviceLog.LINES).containsExactly("after 10", "after 20", "call threw no 2");
    }

    @Test
    void twoConstructsCanAdviseOneCallInsideSynchronized() {
        for (int i = 0; i < 2; i++) {
            target.method("call(Ljava/util/concurrent/Callable;)Ljava/lang/Object;")
                    .aroundCall("java/util/concurrent/Callable", "call()Ljava/lang/Object;")
                    .before(hook("receiver", "(Ljava/lang/Object;)V", Operand.STACK_TOP))
                    .after(hook("afterObject", "(Ljava/lang/Object;)V", Operand.RESULT))
                    .onThrow(hook("callThrew", "(Ljava/lang/Throwable;)V", Operand.THROWN));
        }
        Callable<Object> fails = new Callable<>() {
            @Override
            public Object call() throws IOException {
                throw new IOException("no");
            }

            @Override
            public String toString() {
                return "callable";
            }
        };

        assertThatThrownBy(() -> run("call", fails)).hasMessage("no");

        assertThat(AdviceLog.LINES)
                .containsExactly("before callable", "before callable", "call threw no", "call threw no");
    }

    /** Class files that the JVM did not verify can have no frames; one of version 1.5 is verified without frames. */
    @Test
    void classWithoutFramesCanBeAdvised() throws Exception {
        adviseRetry();
        Step failsOnce = value -> {
            if (value < 6) {
                throw new IOException("no " + value);
            }
            return value * 2;
        };
        byte[] bytes =
                new JdkClassRewriter(List.of(target), true).rewrite(withoutFrames(JdkMappingContract.bytesOf(TARGET)));

        Object result = run(new OneClassLoader(bytes).loadClass(), "retry", failsOnce, 5L);

        assertThat(result).isEqualTo("caught no 5 finally got 12");
        assertThat(AdviceLog.LINES).containsExactly("before 5", "call threw no 5", "before 6", "after 12", "left");
    }

    private static byte[] withoutFrames(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public void visit(
                            int version,
                            int access,
                            String name,
                            String signature,
                            String superName,
                            String[] interfaces) {
                        super.visit(Opcodes.V1_5, access, name, signature, superName, interfaces);
                    }
                },
                ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }

    @Test
    void hookBeforeAReadGetsTheObjectThatHasTheField() throws Exception {
        target.method(LENGTH).beforeRead(LINK, "next", 1, hook("read", "(Ljava/lang/Object;)V", Operand.STACK_TOP));

        assertThat(run("length", new AdviceTarget.Link("first", new AdviceTarget.Link("second", null))))
                .isEqualTo(2);

        assertThat(AdviceLog.LINES).containsExactly("read of first", "read of second");
    }

    @Test
    void declarationThatDoesNotFitLeavesTheClassAlone() throws Exception {
        target.method("sum(I)J").exit(hook("left", "()V"));
        target.method("twice(L" + STEP + ";Z)J").aroundCall(STEP, "step" + STEP_CALL);
        target.method(LENGTH).beforeRead(LINK, "previous", 1, hook("read", "(Ljava/lang/Object;)V"));

        JdkClassRewriter rewriter = new JdkClassRewriter(List.of(target), true);

        assertThat(rewriter.rewrite(JdkMappingContract.bytesOf(TARGET))).isNull();
        assertThat(rewriter.unmatched())
                .extracting(JdkClassRewriter.Unmatched::text)
                .containsExactly(
                        "org.ompt4j.mappings.rewrite.AdviceTarget.sum(I)J does not exist in this JDK",
                        "org.ompt4j.mappings.rewrite.AdviceTarget.twice(L" + STEP
                                + ";Z)J calls step 2 times instead of 1 in this JDK",
                        "org.ompt4j.mappings.rewrite.AdviceTarget." + LENGTH
                                + " reads previous 0 times instead of 1 in this JDK");
    }

    /** Calls a method of the rewritten class; throws what the method throws. */
    private Object run(String name, Object... arguments) throws Exception {
        return run(rewritten(), name, arguments);
    }

    private static Object run(Class<?> rewritten, String name, Object... arguments) throws Exception {
        Object instance = rewritten.getConstructor().newInstance();
        for (Method method : rewritten.getMethods()) {
            if (method.getName().equals(name)) {
                try {
                    return method.invoke(instance, arguments);
                } catch (InvocationTargetException e) {
                    throw (Exception) e.getCause();
                }
            }
        }
        throw new AssertionError(name);
    }

    private Class<?> rewritten() throws IOException {
        byte[] bytes = new JdkClassRewriter(List.of(target), true).rewrite(JdkMappingContract.bytesOf(TARGET));
        assertThat(bytes).isNotNull();
        StringWriter complaints = new StringWriter();
        CheckClassAdapter.verify(
                new ClassReader(bytes), getClass().getClassLoader(), false, new PrintWriter(complaints));
        assertThat(complaints.toString()).isEmpty();
        return new OneClassLoader(bytes).loadClass();
    }

    /** Defines one class itself; the test's loader loads all others. */
    private static final class OneClassLoader extends ClassLoader {
        private final byte[] bytes;

        OneClassLoader(byte[] bytes) {
            super(AdviceVisitorTest.class.getClassLoader());
            this.bytes = bytes;
        }

        Class<?> loadClass() {
            return defineClass(TARGET.replace('/', '.'), bytes, 0, bytes.length);
        }
    }
}
