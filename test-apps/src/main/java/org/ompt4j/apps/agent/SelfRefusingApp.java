package org.ompt4j.apps.agent;

import java.security.Permission;
import java.security.Policy;
import java.security.ProtectionDomain;

/**
 * A program that sets a security manager which refuses every permission to the program and to the agent.
 *
 * <p>Known by construction: of {@link #THREADS} threads one begins after that.
 */
public final class SelfRefusingApp {
    /** The number of threads, without the main thread. */
    public static final int THREADS = 2;

    private SelfRefusingApp() {}

    @SuppressWarnings("removal")
    public static void main(String[] args) throws InterruptedException {
        runThread("before");
        Policy.setPolicy(new Policy() {
            @Override
            public boolean implies(ProtectionDomain domain, Permission permission) {
                return false;
            }
        });
        System.setSecurityManager(new SecurityManager());
        runThread("after");
    }

    private static void runThread(String name) throws InterruptedException {
        Thread thread = new Thread(() -> System.out.println(name), name);
        thread.start();
        thread.join();
    }
}
