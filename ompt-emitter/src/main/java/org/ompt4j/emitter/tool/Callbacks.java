package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.OmptCallback;

/**
 * The registered callbacks of one tool, by event.
 *
 * <p>Thread safety: any thread. A thread that delivers an event may see a change slightly later.
 */
final class Callbacks {
    /** Events of devices. They come from device mappings, and from the start and end of the runtime, never as records. */
    static final long DEVICE_EVENTS = deviceEvents();

    private static final long USE_REGIONS = Event.bitsOfAllWith(Member.Type.REGION);
    private static final long USE_TASKS = USE_REGIONS
            | Event.bitsOfAllWith(Member.Type.TASK)
            | Event.bitsOfAllWith(Member.Type.NEW_TASK)
            | Event.TARGET.bit()
            | Event.TARGET_EMI.bit();

    private final @Nullable OmptCallback[] byEvent = new OmptCallback[Event.values().length];
    private long registered;

    private static long deviceEvents() {
        long bits = 0;
        for (Event each : Event.values()) {
            bits |= each.isOfHost() ? 0 : each.bit();
        }
        return bits;
    }

    /** Whether only device mappings raise the event. */
    static boolean comesFromMappings(Event event) {
        return (DEVICE_EVENTS & event.bit()) != 0 && event != Event.DEVICE_INITIALIZE && event != Event.DEVICE_FINALIZE;
    }

    /** The other form of a target event, older or newer; a tool can have a callback for only one of them. Null for other events. */
    static @Nullable Event otherForm(Event event) {
        return switch (event) {
            case TARGET -> Event.TARGET_EMI;
            case TARGET_DATA_OP -> Event.TARGET_DATA_OP_EMI;
            case TARGET_SUBMIT -> Event.TARGET_SUBMIT_EMI;
            case TARGET_MAP -> Event.TARGET_MAP_EMI;
            case TARGET_EMI -> Event.TARGET;
            case TARGET_DATA_OP_EMI -> Event.TARGET_DATA_OP;
            case TARGET_SUBMIT_EMI -> Event.TARGET_SUBMIT;
            case TARGET_MAP_EMI -> Event.TARGET_MAP;
            default -> null;
        };
    }

    /** The callback of an event, or null. It is of the type of {@link CallbackKey#typeOf}: nothing else is ever registered. */
    @Nullable
    OmptCallback get(Event event) {
        return byEvent[event.ordinal()];
    }

    synchronized void set(Event event, @Nullable OmptCallback callback) {
        byEvent[event.ordinal()] = callback;
        registered = callback == null ? registered & ~event.bit() : registered | event.bit();
    }

    /** Whether some callback for one of these events has data of a region as an argument. */
    synchronized boolean useRegions(long availableEvents) {
        return (registered & availableEvents & USE_REGIONS) != 0;
    }

    /** Whether some callback for one of these events has data of a task as an argument. */
    synchronized boolean useTasks(long availableEvents) {
        return (registered & availableEvents & USE_TASKS) != 0;
    }

    /** The events that have a callback. */
    synchronized long registered() {
        return registered;
    }
}
