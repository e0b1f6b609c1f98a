package com.example.observedtests;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Keeps what has been loaded. It is loaded outside of the lock, so that nobody who wants something else waits for it. */
public final class Cache<K, V> {
    private final Function<K, V> loader;
    private final Map<K, V> loaded = new HashMap<>();

    public Cache(Function<K, V> loader) {
        this.loader = loader;
    }

    /** The value of this key. Of two threads that load it at the same time both get the same value. */
    public V get(K key) {
        synchronized (loaded) {
            V value = loaded.get(key);
            if (value != null) {
                return value;
            }
        }
        V value = loader.apply(key);
        synchronized (loaded) {
            V other = loaded.putIfAbsent(key, value);
            return other == null ? value : other;
        }
    }
}
