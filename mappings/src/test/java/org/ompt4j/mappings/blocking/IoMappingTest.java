package org.ompt4j.mappings.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;
import org.ompt4j.mappings.rewrite.OmptTransformer;
import org.ompt4j.mappings.rewrite.ProgramScan;
import org.ompt4j.mappings.rewrite.Rewrites;

class IoMappingTest extends ApplicationMappingContract {
    private static final Pattern CALL = Pattern.compile("IoHooks\\.(\\w+)|Native\\.(epollWait)");
    private static final int STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    private static final String LOOP = "io/netty/channel/epoll/EpollIoHandler";

    @Override
    protected ConstructMapping mapping() {
        return new IoMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[0];
    }

    /** A class with a method that makes one call and returns its result. */
    private static byte[] caller(String name, String method, String called) {
        return caller(name, Opcodes.ACC_PUBLIC, method, called);
    }

    private static byte[] caller(String name, int access, String method, String called) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor code = type.visitMethod(access, method, "(JI)I", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ILOAD, access == STATIC ? 2 : 3);
        int dot = called.indexOf('.');
        code.visitMethodInsn(Opcodes.INVOKESTATIC, called.substring(0, dot), called.substring(dot + 1), "(I)I", false);
        code.visitInsn(Opcodes.IRETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        type.visitEnd();
        return type.toByteArray();
    }

    private static byte[] netty(String packages, String method) {
        return caller(packages + LOOP, method, packages + "io/netty/channel/epoll/Native.epollWait");
    }

    private List<String> callsOf(byte[] type, String method) {
        byte[] rewritten = rewritten(type, null);
        check(rewritten, method);
        List<String> calls = new ArrayList<>();
        Matcher found = CALL.matcher(methodsOf(rewritten).get(method + "(JI)I"));
        while (found.find()) {
            calls.add(found.group(1) == null ? found.group(2) : found.group(1));
        }
        return calls;
    }

    @Test
    void nettysLoopIsInAWaitWhileItIsInItsNativeCallHoweverThatEnds() {
        for (String packages : new String[] {"", "com/acme/shaded/"}) {
            for (String method : new String[] {"epollWait", "epollWaitNoTimerChange", "epollWaitTimeboxed"}) {
                assertThat(callsOf(netty(packages, method), method))
                        .as(packages + method)
                        .containsExactly("loopWaits", "epollWait", "loopGoesOn", "loopGoesOn");
            }
        }
    }

    @Test
    void loopThatOnlyLooksWhetherThereIsSomethingDoesNotWait() {
        assertThat(callsOf(netty("", "epollWaitNow"), "epollWaitNow")).containsExactly("epollWait");
    }

    /** A static method has no object whose loop could be the wait's object. */
    @Test
    void staticMethodIsLeftAlone() {
        byte[] loop = caller(LOOP, STATIC, "epollWait", "io/netty/channel/epoll/Native.epollWait");

        assertThat(callsOf(loop, "epollWait")).containsExactly("epollWait");
    }

    @Test
    void classesOfOtherNamesAreLeftAlone() {
        byte[] other = caller("com/acme/EpollIoHandler", "epollWait", "io/netty/channel/epoll/Native.epollWait");
        byte[] longer = caller("com/acme" + LOOP, "epollWait", "io/netty/channel/epoll/Native.epollWait");

        assertThat(rewritten(other, null)).isSameAs(other);
        assertThat(rewritten(longer, null)).isSameAs(longer);
    }

    @Test
    void whatIncludeLeavesOutWaitsTooUnlessExcludeNamesIt() {
        assertThat(transformed(false)).isNotNull();
        assertThat(transformed(true)).isNull();
    }

    /** Transforms Netty's loop with a setting {@code include} that does not name it. */
    private byte[] transformed(boolean excluded) {
        Rewrites rewrites = new Rewrites(Runtime.version().feature());
        mapping().declare(rewrites);
        OmptTransformer.ClassFilter filter = new OmptTransformer.ClassFilter() {
            @Override
            public boolean includes(String internalName) {
                return false;
            }

            @Override
            public boolean excludes(String internalName) {
                return excluded;
            }
        };
        OmptTransformer transformer =
                new OmptTransformer(rewrites, filter, new ProgramScan(construct -> null), () -> {});
        return transformer.transform(
                null, ClassLoader.getSystemClassLoader(), LOOP, null, null, netty("", "epollWait"));
    }
}
