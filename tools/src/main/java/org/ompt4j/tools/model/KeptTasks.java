package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Data of tasks that were created and are not over, for a limited number at the same time. If there are more, a task that has not begun is dropped
 * for the new one. The end of a task that never runs may not be reported, so such tasks would otherwise use up all the room.
 *
 * <p>The dropped task is chosen at random, with the same seed in each run. Dropping the oldest one would not work: if a queue stays longer than the
 * limit, each task would be dropped before it begins.
 *
 * <p>Thread safety: none.
 *
 * @param <V> the data of a task
 */
public final class KeptTasks<V> {
    private final int most;
    private final Forgotten<V> forgotten;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Map<Long, Entry<V>> entries = new HashMap<>();
    /** The entries that can be dropped, in no order. */
    private final List<Entry<V>> waiting = new ArrayList<>();

    private long notFollowed;

    /** Is called for tasks that are dropped for others. */
    public interface Forgotten<V> {
        void forgotten(long taskId, V value);
    }

    private static final class Entry<V> {
        final long taskId;
        final V value;
        /** Index among the entries that can be dropped; negative if it cannot. */
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

    /** A task is created. Returns false if there is no room, because no entry can be dropped. */
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

    /** Keeps the task until it is over, since it has begun or is referred to. */
    public void keep(long taskId) {
        Entry<V> entry = entries.get(taskId);
        if (entry != null) {
            cannotBeForgotten(entry);
        }
    }

    /** The data of this task; null if it was not created, is over or was dropped. */
    public @Nullable V get(long taskId) {
        Entry<V> entry = entries.get(taskId);
        return entry == null ? null : entry.value;
    }

    /** The task is over; returns its data, or null. */
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

    /** Removes all tasks. */
    public void clear() {
        entries.clear();
        waiting.clear();
    }

    /** How many tasks were dropped, or not added, because there were too many at the same time. */
    public long notFollowed() {
        return notFollowed;
    }
}
