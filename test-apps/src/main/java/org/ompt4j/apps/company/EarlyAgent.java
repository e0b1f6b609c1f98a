package org.ompt4j.apps.company;

import java.util.stream.IntStream;

/** Another agent, which uses the common pool before the program's main class is loaded. */
public final class EarlyAgent {

    private static int sum;

    private EarlyAgent() {}

    public static void premain(String arguments) {
        sum = IntStream.range(0, 10_000).parallel().map(each -> each ^ 3).sum();
    }

    /** The result that this agent has computed in the common pool. */
    public static int sum() {
        return sum;
    }
}
