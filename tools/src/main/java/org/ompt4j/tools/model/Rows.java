package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A bounded set of rows with sums. If there are too many rows, those of least weight are removed and passed to the owner, which can add them up. If a
 * removed row is needed again, it begins anew.
 *
 * <p>Memory is bounded: there are at most four times as many rows as are kept in the end. Thread safety: none.
 *
 * @param <K> the key of a row
 */
public final class Rows<K, R> {
    private static final int SPARE = 4;

    /* In an order that is the same each time the same trace is read. */
    private final Map<K, R> rows = new LinkedHashMap<>();
    private final int most;
    private final Function<? super K, ? extends R> make;
    private final ToLongFunction<? super R> weight;
    private final Consumer<? super R> leaves;
    private long given;
    /** The last used row, which is often the next one too. */
    private @Nullable K latestKey;

    private @Nullable R latest;

    /**
     * No rows.
     *
     * @param most how many are kept in the end
     * @param weight the present weight of a row, by which the table is ordered
     * @param leaves is called for each row that is removed
     */
    public Rows(
            int most,
            Function<? super K, ? extends R> make,
            ToLongFunction<? super R> weight,
            Consumer<? super R> leaves) {
        this.most = most;
        this.make = make;
        this.weight = weight;
        this.leaves = leaves;
    }

    /** The row of this key, which is made if there is none. */
    public R at(K key) {
        R known = key.equals(latestKey) ? latest : rows.get(key);
        if (known == null) {
            if (rows.size() >= SPARE * most) {
                shrink();
            }
            known = make.apply(key);
            rows.put(key, known);
        }
        latestKey = key;
        latest = known;
        return known;
    }

    /** The row of this key; null if there is none. */
    public @Nullable R find(K key) {
        return rows.get(key);
    }

    private void shrink() {
        latestKey = null;
        latest = null;
        long[] weights = rows.values().stream().mapToLong(weight).toArray();
        if (weights.length <= most) {
            return;
        }
        Arrays.sort(weights);
        long least = weights[weights.length - most];
        long asHeavy = Arrays.stream(weights, weights.length - most, weights.length)
                .filter(each -> each == least)
                .count();
        Room room = new Room(least, asHeavy);
        rows.values().removeIf(each -> {
            boolean goes = !room.isFor(weight.applyAsLong(each));
            if (goes) {
                given++;
                leaves.accept(each);
            }
            return goes;
        });
    }

    /** Selects the rows that stay: all that are heavier than the lightest kept one, and as many of the same weight as there is room for. */
    private static final class Room {
        private final long least;
        private long left;

        Room(long least, long left) {
            this.least = least;
            this.left = left;
        }

        boolean isFor(long weight) {
            return weight > least || weight == least && left-- > 0;
        }
    }

    /** The rows that are kept, in no order. Nothing may be added after this call. */
    public Map<K, R> kept() {
        shrink();
        return rows;
    }

    /** The rows that are kept, without their keys, in no order. Nothing may be added after this call. */
    public List<R> all() {
        return new ArrayList<>(kept().values());
    }

    /** How many rows were removed; a row that came again is counted again. */
    public long given() {
        return given;
    }
}
