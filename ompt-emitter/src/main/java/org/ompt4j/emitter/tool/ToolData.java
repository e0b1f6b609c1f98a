package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;

/**
 * One tool's data for regions and tasks, which is made at their begin and dropped at their end.
 *
 * <p>A look-up outside of that time (for a region that began before the tool wanted regions, or for an event of a task after its end) returns fresh
 * data that is not stored, so that late events cannot fill the memory.
 *
 * <p>Thread safety: any thread.
 */
final class ToolData {
    private final DataTable kept = new DataTable();

    /** Whether data of regions is kept: some callback that can use it is registered, and the ends of regions are received. */
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

    /** Data of a region that has not ended; it is made if there is none. */
    OmptData ofRegion(long id) {
        return keepsRegions ? kept.findOrCreate(id) : new OmptData(id);
    }

    /** The data that is kept under this id; null if there is none. */
    @Nullable
    OmptData keptOrNull(long id) {
        return kept.find(id);
    }

    /** Data of a task that has not ended; it is made if there is none. */
    OmptData ofTask(long id) {
        return keepsTasks ? kept.findOrCreate(id) : new OmptData(id);
    }

    /** Data of a task; null if the task has ended, since then nothing has to wait for it. */
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
