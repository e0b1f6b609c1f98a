package org.ompt4j.agent.config;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;

/** The names of events and constructs that settings may use. */
final class KnownNames {

    private KnownNames() {}

    static String[] events() {
        Event[] events = Event.values();
        String[] names = new String[events.length];
        for (int i = 0; i < events.length; i++) {
            names[i] = events[i].specName();
        }
        return names;
    }

    /** All mapping ids: {@link Construct#NONE}, the first, is no construct that could be switched off. */
    static String[] constructs() {
        Construct[] constructs = Construct.values();
        String[] names = new String[constructs.length - 1];
        for (int i = 1; i < constructs.length; i++) {
            names[i - 1] = constructs[i].id();
        }
        return names;
    }
}
