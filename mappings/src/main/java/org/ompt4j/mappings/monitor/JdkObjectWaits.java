package org.ompt4j.mappings.monitor;

import org.ompt4j.emitter.monitor.JdkWaitHooks;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Rewrites {@code Object.wait} for calls from the JDK itself, as in {@code Process.waitFor}, {@code Timer} or a piped stream. */
final class JdkObjectWaits {
    private static final Construct K = Construct.SYNCHRONIZED;
    private static final String OBJECT = "java/lang/Object";
    private static final String WAIT = "wait(J)V";

    /** The first JDK in which {@code wait(long)}, which all other variants call, is Java code. */
    private static final int IN_JAVA = 19;

    /** For earlier JDKs: the class and method that call the native method with their own monitor, and the number of these calls. */
    private static final String[][] CALLERS = {
        {"java/io/PipedInputStream", "awaitSpace()V", "1"},
        {"java/io/PipedInputStream", "read()I", "1"},
        {"java/io/PipedReader", "receive(I)V", "1"},
        {"java/io/PipedReader", "read()I", "1"},
        {OBJECT, "wait()V", "1"},
        {"java/lang/Thread", "join(J)V", "2"}
    };

    /** For earlier JDKs: the class and method with one such call, with the monitor of an object that the application does not see. */
    private static final String[][] HIDDEN = {
        {"java/lang/ref/ReferenceQueue", "remove(J)Ljava/lang/ref/Reference;"}, {"java/util/TimerThread", "mainLoop()V"}
    };

    private static final Operand[] TIMEOUT = {Operand.THIS, Operand.argument(0)};

    private JdkObjectWaits() {}

    static void declare(Rewrites rewrites) {
        if (rewrites.feature() >= IN_JAVA) {
            rewrites.jdkClass(K, OBJECT)
                    .method(WAIT)
                    .enterWithToken(hook("begins", "(Ljava/lang/Object;J)J", TIMEOUT))
                    .onReturn(ends(Operand.TOKEN))
                    .onThrow(endsBy(Operand.TOKEN));
            return;
        }
        for (String[] each : CALLERS) {
            reported(
                    aroundWait(rewrites, each[0], each[1], Integer.parseInt(each[2])),
                    hook("begins", "(Ljava/lang/Object;)J", Operand.THIS));
        }
        // The method has rounded its first argument by then.
        reported(aroundWait(rewrites, OBJECT, "wait(JI)V", 1), hook("begins", "(Ljava/lang/Object;J)J", TIMEOUT));
        for (String[] each : HIDDEN) {
            aroundWait(rewrites, each[0], each[1], 1)
                    .beforeWithToken(hook("begins", "()J"))
                    .exit(hook("ends", "(J)V", Operand.CALL_TOKEN));
        }
    }

    private static void reported(MethodAdvice.CallAdvice call, Hook begins) {
        call.beforeWithToken(begins).after(ends(Operand.CALL_TOKEN)).onThrow(endsBy(Operand.CALL_TOKEN));
    }

    private static Hook ends(Operand token) {
        return hook("ends", "(Ljava/lang/Object;J)V", Operand.THIS, token);
    }

    private static Hook endsBy(Operand token) {
        return hook("endsBy", "(Ljava/lang/Throwable;Ljava/lang/Object;J)V", Operand.THROWN, Operand.THIS, token);
    }

    private static MethodAdvice.CallAdvice aroundWait(Rewrites rewrites, String owner, String method, int times) {
        return rewrites.jdkClass(K, owner).method(method).aroundCall(OBJECT, WAIT, times);
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(JdkWaitHooks.class, name, descriptor, operands);
    }
}
