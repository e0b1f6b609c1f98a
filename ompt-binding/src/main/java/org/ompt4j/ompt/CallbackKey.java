package org.ompt4j.ompt;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import org.jspecify.annotations.Nullable;

/**
 * An event together with the type of its callbacks. The constants of {@link OmptCallback} are the only instances, and the only place that
 * assigns types to events.
 *
 * @param <C> the type of the event's callbacks
 */
public record CallbackKey<C extends OmptCallback>(Event event) {

    /**
     * The type of the callbacks of an event; null if the event has no callback. For registrations whose event is not known at compile time: the type
     * is found by reflection.
     */
    public static @Nullable Class<? extends OmptCallback> typeOf(Event event) {
        try {
            Field key = OmptCallback.class.getField(event.name());
            ParameterizedType type = (ParameterizedType) key.getGenericType();
            return ((Class<?>) type.getActualTypeArguments()[0]).asSubclass(OmptCallback.class);
        } catch (NoSuchFieldException ofNoCallback) {
            return null;
        }
    }
}
