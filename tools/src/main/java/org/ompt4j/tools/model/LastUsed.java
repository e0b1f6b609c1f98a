package org.ompt4j.tools.model;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The entries that were put or read last, at most so many. Reading one changes the order, so none must be read while all are iterated over. Thread
 * safety: none.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class LastUsed<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    public LastUsed(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
