package org.ompt4j.apps.agent;

import java.security.Permission;
import java.security.Policy;
import java.security.ProtectionDomain;

/**
 * A program that sets a security manager itself, which refuses everything to it and to all that came with it.
 *
 * <p>Known by construction: {@link #THREADS} threads, one of them begins when everything is refused already.
 */
public final class SelfRefusingApp {
    /** Without the thread that runs {@code main}. */
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
