package org.ompt4j.tools.blame;

import java.util.List;

/** The listeners for blame, and the conversion of causes for them. */
final class BlameListeners {
    private final List<BlameListener> listeners;
    private final Causes causes;

    BlameListeners(List<BlameListener> listeners, Causes causes) {
        this.listeners = List.copyOf(listeners);
        this.causes = causes;
    }

    void begins(OpenWait wait) {
        for (BlameListener each : listeners) {
            each.begins(wait.place, wait.begin.waitId());
        }
    }

    void ends(OpenWait wait) {
        for (BlameListener each : listeners) {
            each.ends(wait.place, wait.begin.waitId());
        }
    }

    void waited(BlameListener.Waited wait) {
        for (BlameListener each : listeners) {
            each.waited(wait);
        }
    }

    void blames(WaitPlace place, long waitId, int cause, long nanos) {
        for (BlameListener each : listeners) {
            each.blames(place, waitId, causes.cause(cause), nanos);
        }
    }

    void blames(OpenWait wait, CauseTimes parts) {
        for (int i = 0; i < parts.size(); i++) {
            blames(wait.place, wait.begin.waitId(), parts.cause(i), parts.nanos(i));
        }
    }

    void idled(int meanwhile, long nanos) {
        for (BlameListener each : listeners) {
            each.idled(causes.cause(meanwhile), nanos);
        }
    }
}
