package org.ompt4j.agent.command;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Hands the signals that end a process on to the one that this process waits for, so that it ends first. A terminal sends them to both; a JVM that
 * ends already does not mind.
 */
final class SignalRelay implements AutoCloseable {
    private static final String[] SIGNALS = {"INT", "TERM", "HUP"};

    private final Map<Signal, SignalHandler> before = new HashMap<>();
    private @Nullable Process process;
    private @Nullable String early;

    private SignalRelay() {}

    /** From now on these signals do not end this process. */
    static SignalRelay install() {
        SignalRelay relay = new SignalRelay();
        for (String each : SIGNALS) {
            try {
                Signal signal = new Signal(each);
                relay.before.put(signal, Signal.handle(signal, relay::handle));
            } catch (IllegalArgumentException notOnThisSystem) {
                // Or the JVM was told to leave signals alone.
            }
        }
        return relay;
    }

    /** Who is to get them. */
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

    /** From now on they end this process again. */
    @Override
    public void close() {
        before.forEach(Signal::handle);
    }
}
