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
 * Rows of sums, of which there are never many: where there would be, those of least weight are given up, and what they had is for their owner
 * to add up. What comes later for one of them begins anew.
 *
 * <p>Memory is bounded: there are up to four times as many as are kept. Thread safety: none.
 *
 * @param <K> what a row is of
 */
public final class Rows<K, R> {
    private static final int SPARE = 4;

    /* In an order that is the same whenever the same trace is read. */
    private final Map<K, R> rows = new LinkedHashMap<>();
    private final int most;
    private final Function<? super K, ? extends R> make;
    private final ToLongFunction<? super R> weight;
    private final Consumer<? super R> leaves;
    private long given;
    /** What was asked for last: it often is the next one too. */
    private @Nullable K latestKey;

    private @Nullable R latest;

    /**
     * No rows.
     *
     * @param most how many are kept in the end
     * @param weight what a row has so far of what the table is ordered by
     * @param leaves takes each row that is given up
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

    /** The row of this, which is made if it is not there. */
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

    /** The row of this; null if it is not there. */
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

    /** Which rows stay: those that are heavier than the lightest of them, and of those as heavy as it so many as there is room for. */
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

    /** Nothing comes any more: the rows that are kept, in no order. */
    public Map<K, R> kept() {
        shrink();
        return rows;
    }

    /** Nothing comes any more: the rows that are kept, without their keys, in no order. */
    public List<R> all() {
        return new ArrayList<>(kept().values());
    }

    /** How many rows were given up; one that came again is counted again. */
    public long given() {
        return given;
    }
}
