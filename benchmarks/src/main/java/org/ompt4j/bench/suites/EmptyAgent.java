package org.ompt4j.bench.suites;

/** An agent that does nothing: the cost of any agent at start-up. */
public final class EmptyAgent {

    private EmptyAgent() {}

    public static void premain(String arguments) {}
}
