package org.ompt4j.agent.control;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.tool.ControlHooks;

/**
 * Commands from outside the application. They are carried out on a thread of the agent, so that no thread of the application or of the JVM has to
 * run code of tools.
 *
 * <p>Thread safety: any thread.
 */
final class ExternalControl implements Runnable {
    /** The longest time that the sender of a command waits, so that a tool that blocks does not block the sender too. */
    private static final long TIMEOUT_MILLIS = 10_000;

    private final int command;
    private final int modifier;
    private final @Nullable String arg;
    private volatile @Nullable Integer answer;

    private ExternalControl(int command, int modifier, @Nullable String arg) {
        this.command = command;
        this.modifier = modifier;
        this.arg = arg;
    }

    /** The answer of the tools; null if they have not answered within ten seconds. */
    static @Nullable Integer give(int command, int modifier, @Nullable String arg) {
        ExternalControl control = new ExternalControl(command, modifier, arg);
        Thread thread = new Thread(null, control, Threads.OWN_PREFIX.concat("control"), 0, false);
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return control.answer;
    }

    @Override
    public void run() {
        answer = ControlHooks.controlFromOutside(command, modifier, arg);
    }
}
