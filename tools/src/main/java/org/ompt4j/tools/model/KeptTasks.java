package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What is known of tasks that were created and are not over, of so many at one time. Where there would be more, one that has not begun is forgotten for the new
 * one. Of a task that never runs it need not be told that it is over: without that, such tasks would leave no room for others some time.
 *
 * <p>Which one is forgotten is left to chance, the same in each run. The oldest one would not do: of a queue that stays longer than there is room for, each task
 * would be forgotten before it begins.
 *
 * <p>Thread safety: none.
 *
 * @param <V> what is known
 */
public final class KeptTasks<V> {
    private final int most;
    private final Forgotten<V> forgotten;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Map<Long, Entry<V>> entries = new HashMap<>();
    /** Those that can be forgotten, in no order. */
    private final List<Entry<V>> waiting = new ArrayList<>();

    private long notFollowed;

    /** Hears of tasks that are forgotten for others. */
    public interface Forgotten<V> {
        void forgotten(long taskId, V value);
    }

    private static final class Entry<V> {
        final long taskId;
        final V value;
        /** Where it is among those that can be forgotten; negative if it is not. */
        int at = -1;

        Entry(long taskId, V value) {
            this.taskId = taskId;
            this.value = value;
        }
    }

    /** Of so many tasks at one time. */
    public KeptTasks(int most) {
        this(most, (taskId, value) -> {});
    }

    /**
     * Of so many tasks at one time.
     *
     * @param forgotten is told what is forgotten
     */
    public KeptTasks(int most, Forgotten<V> forgotten) {
        this.most = most;
        this.forgotten = forgotten;
    }

    /** A task is created. Returns false if there is no room: of all that are known none can be forgotten. */
    public boolean created(long taskId, V value) {
        remove(taskId);
        if (entries.size() >= most) {
            notFollowed++;
            if (waiting.isEmpty()) {
                return false;
            }
            Entry<V> other = waiting.get(random.nextInt(waiting.size()));
            remove(other.taskId);
            forgotten.forgotten(other.taskId, other.value);
        }
        Entry<V> entry = new Entry<>(taskId, value);
        entries.put(taskId, entry);
        canBeForgotten(entry);
        return true;
    }

    /** The task is known until it is over, since it has begun or somebody refers to it. */
    public void keep(long taskId) {
        Entry<V> entry = entries.get(taskId);
        if (entry != null) {
            cannotBeForgotten(entry);
        }
    }

    /** What is known of this task; null if it was not created, is over or was forgotten. */
    public @Nullable V get(long taskId) {
        Entry<V> entry = entries.get(taskId);
        return entry == null ? null : entry.value;
    }

    /** The task is over; what was known of it, or null. */
    public @Nullable V remove(long taskId) {
        Entry<V> entry = entries.remove(taskId);
        if (entry == null) {
            return null;
        }
        cannotBeForgotten(entry);
        return entry.value;
    }

    private void canBeForgotten(Entry<V> entry) {
        entry.at = waiting.size();
        waiting.add(entry);
    }

    private void cannotBeForgotten(Entry<V> entry) {
        if (entry.at >= 0) {
            Entry<V> last = waiting.remove(waiting.size() - 1);
            if (last != entry) {
                waiting.set(entry.at, last);
                last.at = entry.at;
            }
            entry.at = -1;
        }
    }

    /** Nothing is known any more. */
    public void clear() {
        entries.clear();
        waiting.clear();
    }

    /** How many tasks were forgotten, or not taken, because there were too many at one time. */
    public long notFollowed() {
        return notFollowed;
    }
}
