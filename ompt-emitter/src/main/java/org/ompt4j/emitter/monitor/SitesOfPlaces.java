package org.ompt4j.emitter.monitor;

import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.ObservedClasses;
import org.ompt4j.text.ClassOrigin;

/**
 * The call sites of places in code (method id and bytecode index, as one number). A place is converted to a text once, and then to a call-site id.
 * Looking up a known place takes no lock. If the table is full, a new place has no call site.
 *
 * <p>Thread safety: any thread.
 */
final class SitesOfPlaces {
    static final int NO_SITE = 0;
    /** The place is in {@code Object} itself: the call site is further up the stack. */
    static final int IN_OBJECT = -2;
    /** The place is in code that is not observed. */
    static final int UNOBSERVED = -1;

    private final boolean areEntries;
    private volatile Places known = new Places();

    private SitesOfPlaces(boolean areEntries) {
        this.areEntries = areEntries;
    }

    /** Of places where code enters a monitor. */
    static SitesOfPlaces ofEntries() {
        return new SitesOfPlaces(true);
    }

    /** Of places where a thread waits and its code does not enter a monitor. */
    static SitesOfPlaces ofWaits() {
        return new SitesOfPlaces(false);
    }

    /** The call site of a place, {@link #IN_OBJECT} or {@link #UNOBSERVED}; a place that is 0 has no call site. */
    int of(long place) {
        if (place == 0) {
            return NO_SITE;
        }
        Places now = known;
        int found = now.find(place);
        if (found != Places.MISSING) {
            return found;
        }
        return now.isFull() ? NO_SITE : add(place);
    }

    private int add(long place) {
        String text = JvmMonitors.textOf0(place, areEntries);
        int callSite = text == null ? NO_SITE : siteOf(text);
        synchronized (this) {
            Places now = known;
            if (!now.isFull() && now.find(place) == Places.MISSING) {
                known = now.with(place, callSite);
            }
        }
        return callSite;
    }

    private static int siteOf(String text) {
        if (text.startsWith("java.lang.Object.")) {
            return IN_OBJECT;
        }
        // Code of the agent also runs on threads of the program, outside of hooks: its transformer.
        if (ClassOrigin.isOfAgent(text) || !ObservedClasses.areAll() && !ObservedClasses.include(classIn(text))) {
            return UNOBSERVED;
        }
        return Definitions.callSite(text);
    }

    private static String classIn(String text) {
        return text.substring(0, text.lastIndexOf('.', text.indexOf('(')));
    }
}
