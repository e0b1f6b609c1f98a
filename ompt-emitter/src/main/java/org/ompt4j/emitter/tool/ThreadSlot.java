package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDispatchChunk;
import org.ompt4j.ompt.OmptThread;

/** The per-thread state of one tool's callbacks. Owner thread only. */
final class ThreadSlot {
    final OmptData data;

    /** The observed thread as the event core knows it. */
    final OmptThread thread;

    /** The observed Java thread; null if the finalizing thread was the first one to report an event of it. */
    final @Nullable Thread owner;

    /** The implicit region of the thread's initial task, which has no end event of its own; 0 if there is none. */
    long initialRegionId;

    boolean inCallback;
    long eventTimeNanos;
    Construct construct = Construct.NONE;

    /**
     * Whether the event being delivered is the creation of a region or task by the current task: then the code of that task is inside the runtime.
     */
    boolean encounters;

    /** The body id of the region or task whose begin is being delivered; 0 if it is not known, or for another event. */
    int body;

    /** The number of members of the region whose end is being delivered; 0 for another event. */
    int actualParallelism;

    /** The id of the thread that held the mutex when the wait began whose begin is being delivered; 0 if it is not known, or for another event. */
    long mutexOwner;

    /** Reused, so that dispatching chunks allocates nothing. */
    final OmptData instance = new OmptData(0);

    final OmptDispatchChunk chunk = new OmptDispatchChunk();

    /** The number of callbacks so far. It identifies the callback to which an object was passed. */
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
