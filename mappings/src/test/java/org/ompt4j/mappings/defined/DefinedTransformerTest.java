package org.ompt4j.mappings.defined;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Ownership;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.StubMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.CheckClassAdapter;
import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.defined.DefinedHooks;
import org.ompt4j.emitter.defined.DefinedKind;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Glob;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Transforms generated classes, each with one method. */
class DefinedTransformerTest {
    private static final String NAME = "com.acme.Generated";

    @ParameterizedTest
    @EnumSource(DefinedKind.class)
    void everyKindCallsBothHooksAndPassesTheVerifier(DefinedKind kind) throws Exception {
        byte[] rewritten = transform(kind, generate(void.class, StubMethod.INSTANCE), "run");

        assertThat(verifierFindings(rewritten)).isEmpty();
        assertThat(hookCalls(rewritten)).isEqualTo("begin end ");
        assertThat(call(rewritten)).isNull();
    }

    @ParameterizedTest
    @ValueSource(classes = {boolean.class, int.class, long.class, double.class, String.class})
    void answerOfTheMethodStaysWhatItWas(Class<?> type) throws Exception {
        Object answer = answerOf(type);
        byte[] rewritten = transform(DefinedKind.LOCK, generate(type, FixedValue.value(answer)), "run");

        assertThat(verifierFindings(rewritten)).isEmpty();
        assertThat(call(rewritten)).isEqualTo(answer);
    }

    @Test
    void staticMethodHasTheClassInPlaceOfAReceiver() throws Exception {
        byte[] original = new ByteBuddy()
                .subclass(Object.class)
                .name(NAME)
                .defineMethod("run", int.class, Visibility.PUBLIC, Ownership.STATIC)
                .intercept(FixedValue.value(7))
                .make()
                .getBytes();
        byte[] rewritten = transform(DefinedKind.BARRIER, original, "run");

        assertThat(verifierFindings(rewritten)).isEmpty();
        assertThat(call(rewritten)).isEqualTo(7);
    }

    @Test
    void classWithoutAMatchingMethodIsLeftAlone() {
        assertThat(transform(DefinedKind.TASK, generate(void.class, StubMethod.INSTANCE), "walk"))
                .isNull();
    }

    @Test
    void classOfAnotherNameIsLeftAlone() {
        DefinedTransformer transformer = new DefinedTransformer(List.of(definition(DefinedKind.TASK, "run")));

        assertThat(transformer.transform(
                        null, getClass().getClassLoader(), "com/acme/Other", null, null, new byte[] {1}))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"org/ompt4j/bench/Latch, true", "org/ompt4j/emitter/Latch, false", "org/ompt4j/views/Latch, false"})
    void onlyTheAgentsOwnClassesAreOutOfReachOfDefinitions(String name, boolean reached) {
        Definition any = new ConstructDefinition(DefinedKind.LOCK, new Glob("*"), new Glob("*"), "text");
        byte[] original = new ByteBuddy()
                .subclass(Object.class)
                .name(name.replace('/', '.'))
                .defineMethod("run", void.class, Visibility.PUBLIC)
                .intercept(StubMethod.INSTANCE)
                .make()
                .getBytes();

        byte[] rewritten = new DefinedTransformer(List.of(any))
                .transform(null, getClass().getClassLoader(), name, null, null, original);

        assertThat(rewritten != null).isEqualTo(reached);
    }

    @Test
    void definitionIsUnmatchedUntilAMethodFits() {
        Definition definition = definition(DefinedKind.TASK, "run");
        DefinedTransformer transformer = new DefinedTransformer(List.of(definition));
        assertThat(transformer.unmatched()).containsExactly(definition);

        transform(transformer, generate(void.class, StubMethod.INSTANCE));

        assertThat(transformer.unmatched()).isEmpty();
    }

    @Test
    void classFileThatCannotBeReadIsLeftAlone() {
        DefinedTransformer transformer = new DefinedTransformer(List.of(definition(DefinedKind.TASK, "run")));

        assertThat(transform(transformer, new byte[] {1, 2, 3})).isNull();
    }

    @Test
    void callersAnnounceTheOneMethodThatADefinitionNames() {
        Rewrites rewrites = new Rewrites(17);

        new ConstructDefinition(DefinedKind.BARRIER, new Glob("com.acme.Gate"), new Glob("await"), "text")
                .declareCalls(rewrites);

        assertThat(rewrites.callSites())
                .containsExactly(CallSite.announce(Construct.DEFINED, Set.of("com/acme/Gate"), false, "await", null));
    }

    @Test
    void callersOfWhatAPatternNamesAnnounceNothing() {
        Rewrites rewrites = new Rewrites(17);

        new ConstructDefinition(DefinedKind.BARRIER, new Glob("com.acme.Gate"), new Glob("*"), "text")
                .declareCalls(rewrites);
        new ConstructDefinition(DefinedKind.BARRIER, new Glob("*"), new Glob("await"), "text").declareCalls(rewrites);

        assertThat(rewrites.callSites()).isEmpty();
    }

    @Test
    void callerIsNotLookedForWhereNobodyListens() {
        int before = Definitions.callSite("before");

        Object begun = definedMethod();
        DefinedHooks.end(begun, true, null);

        assertThat(begun).isNotNull();
        assertThat(Definitions.callSite("after")).isEqualTo(before + 1);
    }

    private static Object definedMethod() {
        return DefinedHooks.begin(DefinedKind.MASKED.ordinal(), null, DefinedTransformerTest.class, 1);
    }

    private static Object answerOf(Class<?> type) {
        switch (type.getName()) {
            case "boolean":
                return true;
            case "int":
                return 1;
            case "long":
                return 2L;
            case "double":
                return 3.0;
            default:
                return "x";
        }
    }

    private static Definition definition(DefinedKind kind, String method) {
        return new ConstructDefinition(kind, new Glob(NAME), new Glob(method), "text");
    }

    private static byte[] generate(Class<?> type, Implementation implementation) {
        return new ByteBuddy()
                .subclass(Object.class)
                .name(NAME)
                .defineMethod("run", type, Visibility.PUBLIC)
                .intercept(implementation)
                .make()
                .getBytes();
    }

    private static byte[] transform(DefinedKind kind, byte[] original, String method) {
        return transform(new DefinedTransformer(List.of(definition(kind, method))), original);
    }

    private static byte[] transform(DefinedTransformer transformer, byte[] original) {
        return transformer.transform(
                null, DefinedTransformerTest.class.getClassLoader(), NAME.replace('.', '/'), null, null, original);
    }

    private static String verifierFindings(byte[] classFile) {
        StringWriter findings = new StringWriter();
        CheckClassAdapter.verify(new ClassReader(classFile), false, new PrintWriter(findings));
        return findings.toString();
    }

    private static String hookCalls(byte[] classFile) {
        StringBuilder calls = new StringBuilder();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String called, String type, boolean isInterface) {
                                        if (owner.endsWith("/DefinedHooks")) {
                                            calls.append(called).append(' ');
                                        }
                                    }
                                };
                            }
                        },
                        0);
        return calls.toString();
    }

    private static Object call(byte[] classFile) throws ReflectiveOperationException {
        Class<?> type = new ClassLoader(DefinedTransformerTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(NAME, classFile, 0, classFile.length);
            }
        }.define();
        Method method = type.getMethod("run");
        return method.invoke(type.getConstructor().newInstance());
    }
}
