package org.ompt4j.mappings.monitor;

import org.ompt4j.emitter.monitor.JdkWaitHooks;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** {@code Object.wait} where the JDK itself calls it, as in {@code Process.waitFor}, {@code Timer} or a piped stream. */
final class JdkObjectWaits {
    private static final Construct K = Construct.SYNCHRONIZED;
    private static final String OBJECT = "java/lang/Object";

    /** The first JDK in which {@code wait(long)}, by which all others go, is Java code. */
    private static final int IN_JAVA = 19;

    /** Before, who calls the native method: class and method; how often the call stands there. */
    private static final String[][] CALLERS = {
        {"java/io/PipedInputStream", "awaitSpace()V", "1"},
        {"java/io/PipedInputStream", "read()I", "1"},
        {"java/io/PipedReader", "receive(I)V", "1"},
        {"java/io/PipedReader", "read()I", "1"},
        {"java/lang/Object", "wait()V", "1"},
        {"java/lang/Object", "wait(JI)V", "1"},
        {"java/lang/Thread", "join(J)V", "2"},
        {"java/lang/ref/ReferenceQueue", "remove(J)Ljava/lang/ref/Reference;", "1"},
        {"java/util/TimerThread", "mainLoop()V", "1"}
    };

    private JdkObjectWaits() {}

    static void declare(Rewrites rewrites) {
        Hook begin = Hook.of(JdkWaitHooks.class, "begins", "()Z");
        if (rewrites.feature() >= IN_JAVA) {
            rewrites.jdkClass(K, OBJECT)
                    .method("wait(J)V")
                    .enterWithToken(begin)
                    .exit(Hook.of(JdkWaitHooks.class, "ends", "(Z)V", Operand.TOKEN));
            return;
        }
        Hook end = Hook.of(JdkWaitHooks.class, "ends", "(Z)V", Operand.CALL_TOKEN);
        for (String[] each : CALLERS) {
            MethodAdvice caller = rewrites.jdkClass(K, each[0]).method(each[1]);
            caller.aroundCall(OBJECT, "wait(J)V", Integer.parseInt(each[2]))
                    .beforeWithToken(begin)
                    .exit(end);
        }
    }
}
