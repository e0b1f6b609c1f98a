package org.ompt4j.bench.suites;

/** What any agent costs at start-up. */
public final class EmptyAgent {

    private EmptyAgent() {}

    public static void premain(String arguments) {}
}
