package org.ompt4j.tools.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.TraceEvent;

/** The virtual threads that have been mounted and have not ended, and the carriers that they are mounted on. Thread safety: none. */
final class VirtualThreads {
    private final TaskStacks stacks;
    private final boolean hasBeginning;
    private final boolean tellsWaits;
    private final Map<Long, ThreadModel> threads = new HashMap<>();
    /** Those of them that work for a thread pool, and the pool's id: a pause of the recording changes nothing in that. */
    private final Map<Long, Long> workers = new HashMap<>();

    /**
     * @param hasBeginning see {@link ThreadModel}
     * @param tellsWaits see {@link ThreadModel}
     */
    VirtualThreads(TaskStacks stacks, boolean hasBeginning, boolean tellsWaits) {
        this.stacks = stacks;
        this.hasBeginning = hasBeginning;
        this.tellsWaits = tellsWaits;
    }

    Collection<ThreadModel> all() {
        return threads.values();
    }

    /** The thread with this id, which is that of its task; null if it is not known. */
    @Nullable
    ThreadModel get(long id) {
        return threads.get(id);
    }

    /** The thread with this id, which is known from now on. */
    ThreadModel add(long id, Construct construct) {
        ThreadModel known = threads.get(id);
        ThreadModel virtual = known != null ? known : new ThreadModel(id, hasBeginning, tellsWaits);
        if (known == null) {
            virtual.assumeBegun();
            virtual.worksFor(workers.getOrDefault(id, 0L));
            threads.put(id, virtual);
        }
        if (virtual.frames().isEmpty()) {
            stacks.start(id, construct, virtual);
        }
        return virtual;
    }

    /** The virtual thread begins to work for a pool, or ceases to if the pool's id is 0. */
    void worksFor(ThreadModel virtual, long poolId) {
        if (poolId == 0) {
            workers.remove(virtual.id());
        } else {
            workers.put(virtual.id(), poolId);
        }
    }

    void mount(TraceEvent event, long id, ThreadModel carrier) {
        unmount(event, carrier);
        ThreadModel virtual = add(id, event.construct());
        ThreadModel other = virtual.carrier();
        if (other != null) {
            // Against the rules; the other carrier has not been seen to leave it.
            other.unmount(event.timeNanos());
        }
        virtual.passTime(event);
        TaskFrame bottom = virtual.frames().get(0);
        stacks.push(new TaskFrame(TaskFrame.Kind.EXPLICIT, id, bottom.regionId(), bottom.region(), -1), carrier);
        carrier.mount(virtual);
    }

    /**
     * A virtual thread is unmounted: an event of its carrier if it goes on later, else its own last one.
     *
     * @return whether it has ended
     */
    boolean leaveCarrier(TraceEvent event, ThreadModel thread) {
        ThreadModel virtual = thread.isVirtual() ? thread : thread.mounted();
        if (virtual == null || virtual.id() != event.priorTaskId()) {
            return false;
        }
        ThreadModel carrier = virtual.carrier();
        virtual.passTime(event);
        if (carrier != null) {
            carrier.passTime(event);
            unmount(event, carrier);
        }
        if (event.endsBody()) {
            stacks.leave(virtual.popAll(event.timeNanos()), virtual);
            threads.remove(virtual.id());
            workers.remove(virtual.id());
            return true;
        }
        return false;
    }

    /** Nothing is mounted on the carrier from this event on. */
    void unmount(TraceEvent event, ThreadModel carrier) {
        ThreadModel virtual = carrier.mounted();
        if (virtual == null) {
            return;
        }
        carrier.unmount(event.timeNanos());
        TaskFrame frame = carrier.find(virtual.id());
        if (frame != null) {
            stacks.leave(carrier.popThrough(frame, event.timeNanos()), carrier);
        }
    }

    /** Recording was paused: where they are is not known. */
    void pause() {
        for (ThreadModel each : threads.values()) {
            stacks.leave(each.forget(), each);
        }
        threads.clear();
    }
}
