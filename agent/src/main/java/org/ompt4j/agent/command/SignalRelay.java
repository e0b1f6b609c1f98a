package org.ompt4j.agent.command;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Passes the signals that end a process on to the process that this one waits for, so that the latter ends first. A terminal sends such signals to
 * both; a JVM that is already ending ignores the second one.
 */
final class SignalRelay implements AutoCloseable {
    private static final String[] SIGNALS = {"INT", "TERM", "HUP"};

    private final Map<Signal, SignalHandler> before = new HashMap<>();
    private @Nullable Process process;
    private @Nullable String early;

    private SignalRelay() {}

    /** From now on these signals do not end this process; they are passed on. */
    static SignalRelay install() {
        SignalRelay relay = new SignalRelay();
        for (String each : SIGNALS) {
            try {
                Signal signal = new Signal(each);
                relay.before.put(signal, Signal.handle(signal, relay::handle));
            } catch (IllegalArgumentException notOnThisSystem) {
                // Or the JVM runs with -Xrs.
            }
        }
        return relay;
    }

    /** Sets the process to which the signals are passed on. */
    synchronized void to(Process started) {
        process = started;
        if (early != null) {
            send(early, started);
        }
    }

    private synchronized void handle(Signal signal) {
        if (process == null) {
            early = signal.getName();
        } else {
            send(signal.getName(), process);
        }
    }

    private static void send(String name, Process to) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(to.pid()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noSuchCommand) {
            to.destroy();
        }
    }

    /** From now on the signals end this process again. */
    @Override
    public void close() {
        before.forEach(Signal::handle);
    }
}
