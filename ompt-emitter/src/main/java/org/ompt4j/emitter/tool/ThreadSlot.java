package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDispatchChunk;
import org.ompt4j.ompt.OmptThread;

/** What one tool's callbacks keep per observed thread. Owner thread only. */
final class ThreadSlot {
    final OmptData data;

    /** The observed thread as the event core knows it. */
    final OmptThread thread;

    /** The observed Java thread; null if it was the finalizing thread that first reported something about it. */
    final @Nullable Thread owner;

    /** The implicit region of the thread's initial task, which has no end event of its own; 0 if there is none. */
    long initialRegionId;

    boolean inCallback;
    long eventTimeNanos;
    Construct construct = Construct.NONE;

    /** Whether the event that is being delivered is the current task's making of a region or task: its code is in the runtime. */
    boolean encounters;

    /** What the region or task runs whose begin is being delivered; 0 if that is not known, or for another event. */
    int body;

    /** How many members the region had whose end is being delivered; 0 for another event. */
    int actualParallelism;

    /** Who held the mutex as the wait began whose begin is being delivered; 0 if that is not known, or for another event. */
    long mutexOwner;

    /** Reused, so that dispatching chunks allocates nothing. */
    final OmptData instance = new OmptData(0);

    final OmptDispatchChunk chunk = new OmptDispatchChunk();

    /** Callbacks so far: tells what was handed to one of them from what was handed to a later one. */
    int callbacks;

    ThreadSlot(OmptThread thread, @Nullable Thread owner) {
        this.data = new OmptData(thread.id());
        this.thread = thread instanceof ThreadView view ? view.thread() : thread;
        this.owner = owner;
    }

    void enter(long timeNanos, Construct eventConstruct) {
        eventTimeNanos = timeNanos;
        construct = eventConstruct;
        inCallback = true;
        callbacks++;
    }

    void leave() {
        inCallback = false;
    }
}
