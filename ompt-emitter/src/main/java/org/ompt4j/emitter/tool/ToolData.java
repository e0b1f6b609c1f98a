package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;

/**
 * The tool data of one tool's regions and tasks: made at their begin, dropped at their end.
 *
 * <p>What is looked up outside of that time (a region that began before the tool wanted to know of regions, an event of a task
 * that comes after its end) is given fresh data that nobody keeps, so that late events cannot fill the memory.
 *
 * <p>Thread safety: any thread.
 */
final class ToolData {
    private final DataTable kept = new DataTable();

    /** Set when some callback that could use them is registered and their ends will be seen. */
    private volatile boolean keepsRegions;

    private volatile boolean keepsTasks;

    void keep(boolean regions, boolean tasks) {
        keepsRegions = regions;
        keepsTasks = tasks;
    }

    void beginRegion(long id) {
        if (keepsRegions) {
            kept.create(id);
        }
    }

    /** @param flags that the task is created with */
    void beginTask(long id, int flags) {
        if (keepsTasks) {
            kept.create(id, flags);
        }
    }

    /** The flags that a task was created with; 0 if nothing is kept of it. */
    int flagsOfTask(long id) {
        return keepsTasks ? kept.flagsOf(id) : 0;
    }

    /** Data of a region or task; null for id 0. Ids of regions and tasks are never the same. */
    @Nullable
    OmptData findOrNull(long id) {
        return id == 0 ? null : find(id);
    }

    OmptData find(long id) {
        OmptData data = keepsRegions || keepsTasks ? kept.find(id) : null;
        return data == null ? new OmptData(id) : data;
    }

    /** Data of a region that has not ended; made now if it was not asked for so far. */
    OmptData ofRegion(long id) {
        return keepsRegions ? kept.findOrCreate(id) : new OmptData(id);
    }

    /** What is kept under this id; null if nothing is. */
    @Nullable
    OmptData keptOrNull(long id) {
        return kept.find(id);
    }

    /** Data of a task that has not ended; made now if it was not asked for so far. */
    OmptData ofTask(long id) {
        return keepsTasks ? kept.findOrCreate(id) : new OmptData(id);
    }

    /** Null for a task that has ended: whatever depends on it is not kept waiting. */
    @Nullable
    OmptData ofTaskStillAlive(long id) {
        return keepsTasks ? kept.find(id) : new OmptData(id);
    }

    void end(long id) {
        if (keepsRegions || keepsTasks) {
            kept.remove(id);
        }
    }

    int size() {
        return kept.size();
    }
}
