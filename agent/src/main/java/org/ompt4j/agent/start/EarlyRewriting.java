package org.ompt4j.agent.start;

import org.ompt4j.agent.install.Installation;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.Threads;

/**
 * Rewrites the classes of the JDK that were loaded before the agent, on a thread of its own in parallel with the start of the tools: both take
 * about the same time. Until both have finished, hooks do nothing, see {@link Threads#holdOff}.
 */
final class EarlyRewriting extends Thread {
    private final Installation installation;

    private EarlyRewriting(Installation installation) {
        super(null, null, Threads.OWN_PREFIX + "start", 0, false);
        this.installation = installation;
        setDaemon(true);
    }

    static EarlyRewriting begin(Installation installation) {
        EarlyRewriting rewriting = new EarlyRewriting(installation);
        try {
            rewriting.start();
        } catch (OutOfMemoryError noThread) {
            rewriting.rewrite();
        }
        return rewriting;
    }

    @Override
    public void run() {
        rewrite();
    }

    private void rewrite() {
        try {
            ThreadRegistry.loadTypeOfCarriers();
            installation.rewriteWhatWasLoaded();
        } catch (Throwable failure) {
            Failures.count("rewriting of the JDK's classes", failure);
        }
    }

    /** Waits until the rewriting is done. */
    void await() {
        boolean interrupted = false;
        while (isAlive()) {
            try {
                join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
