package org.ompt4j.apps.agent;

import java.io.Serializable;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A program that is an agent too, like debuggers, mocking tools and profilers: it retransforms classes of the JDK and its own class after they
 * were used.
 */
public final class RedefiningApp implements Serializable {

    private static final long serialVersionUID = 1;

    private static @Nullable Instrumentation instrumentation;

    private RedefiningApp() {}

    public static void premain(String arguments, Instrumentation given) {
        instrumentation = given;
        given.addTransformer(new ClassFileTransformer() {}, true);
    }

    public static void main(String[] args) throws Exception {
        System.out.println("before: " + sum());
        for (String each : List.of(
                "java.util.concurrent.ForkJoinWorkerThread",
                "java.util.concurrent.ForkJoinTask",
                "java.util.concurrent.ForkJoinPool",
                "java.util.concurrent.Phaser",
                "java.util.concurrent.CyclicBarrier",
                "java.lang.Thread",
                "org.ompt4j.apps.agent.RedefiningApp")) {
            System.out.println(each + ": " + redefine(Class.forName(each)));
        }
        System.out.println("after: " + sum());
    }

    private static int sum() {
        return IntStream.range(0, 100).parallel().map(RedefiningApp::next).sum();
    }

    private static synchronized int next(int number) {
        return number + 1;
    }

    private static String redefine(Class<?> type) {
        if (instrumentation == null) {
            return "no agent";
        }
        try {
            instrumentation.retransformClasses(type);
            return "redefined";
        } catch (Exception | LinkageError e) {
            return e.toString();
        }
    }
}
