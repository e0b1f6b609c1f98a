package org.ompt4j.views.early;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks that a tool registered between one initialization and the next shutdown.
 *
 * <p>Thread safety: written while the tool is being initialized, read by any thread.
 */
final class Registrations implements EarlyEntryPoint.SetCallback, EarlyEntryPoint.GetCallback {
    private final Map<OmptEvent, OmptEventCallback> callbacks =
            Collections.synchronizedMap(new EnumMap<>(OmptEvent.class));
    private final EarlyEventSources sources;
    private volatile boolean open = true;

    Registrations(EarlyEventSources sources) {
        this.sources = sources;
    }

    @Override
    public OmptSetResult setCallback(OmptEvent event, @Nullable OmptEventCallback callback) {
        if (!open || callback != null && !event.callbackType().isInstance(callback)) {
            return OmptSetResult.ERROR;
        }
        if (callback == null) {
            callbacks.remove(event);
        } else {
            callbacks.put(event, callback);
        }
        return sources.answer(event);
    }

    @Override
    public int getCallback(OmptEvent event, @Nullable OmptEventCallback @Nullable [] callback) {
        OmptEventCallback registered = callbacks.get(event);
        if (registered != null && callback != null) {
            callback[0] = registered;
        }
        return registered == null ? 0 : 1;
    }

    /** Called when the tool was initialized: no further registration is possible. */
    void close() {
        open = false;
    }

    /** Events that have a callback, but whose required partner has none: their callbacks are never called. */
    List<OmptEvent> withoutPartner() {
        List<OmptEvent> alone = new ArrayList<>();
        for (OmptEvent each : registered()) {
            OmptEvent partner = each.partner();
            if (partner != null && !callbacks.containsKey(partner)) {
                alone.add(each);
            }
        }
        return alone;
    }

    /** The events to call the tool for. */
    Set<OmptEvent> active() {
        Set<OmptEvent> active = registered();
        active.removeAll(withoutPartner());
        return active;
    }

    private Set<OmptEvent> registered() {
        Set<OmptEvent> registered = EnumSet.noneOf(OmptEvent.class);
        synchronized (callbacks) {
            registered.addAll(callbacks.keySet());
        }
        return registered;
    }

    /** The callback to call for an event, null for none; to be asked once, after {@link #close}. */
    @Nullable
    OmptEventCallback callback(OmptEvent event) {
        return active().contains(event) ? callbacks.get(event) : null;
    }
}
