package org.ompt4j.ompt;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import org.jspecify.annotations.Nullable;

/**
 * An event together with the type that its callbacks have. The constants of {@link OmptCallback} are all there are, and the one place that
 * says which type belongs to which event.
 *
 * @param <C> the type of the event's callbacks
 */
public record CallbackKey<C extends OmptCallback>(Event event) {

    /**
     * The type that callbacks of an event have; null if it has none. For registrations whose event is not known when they are compiled: it is
     * found by reflection.
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
