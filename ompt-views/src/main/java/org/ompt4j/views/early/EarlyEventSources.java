package org.ompt4j.views.early;

import static org.ompt4j.views.early.OmptEvent.*;

import java.util.EnumSet;
import java.util.Set;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.RaisedEvents;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WorkType;

/**
 * Determines which early events this run can raise, and so the results of registrations.
 *
 * <p>One event of the present generation is several early ones: what it answers holds for those of them that an observed construct can raise.
 *
 * <p>Thread safety: immutable.
 */
final class EarlyEventSources {
    /** Every thread that comes to a hook of whatever construct begins, and ends. */
    private static final Set<OmptEvent> OF_EVERY_THREAD =
            EnumSet.of(THREAD_BEGIN, THREAD_END, INITIAL_TASK_BEGIN, INITIAL_TASK_END);

    /** Events for which the present generation answers for itself: no construct has to be asked. */
    private static final Set<OmptEvent> WITHOUT_CONSTRUCT = EnumSet.of(CONTROL, FLUSH);

    /** Events that are often reported only after their end: before, it was not known that the thread would wait or idle. */
    private static final Set<OmptEvent> WHEN_CONVENIENT = EnumSet.of(
            IDLE_BEGIN,
            IDLE_END,
            WAIT_TASKGROUP_BEGIN,
            WAIT_TASKGROUP_END,
            WAIT_LOCK,
            WAIT_NEST_LOCK,
            WAIT_CRITICAL,
            WAIT_ATOMIC,
            WAIT_ORDERED);

    private final OmptEntryPoint.SetCallback setCallback;
    private final Set<OmptEvent> present = EnumSet.copyOf(WITHOUT_CONSTRUCT);

    EarlyEventSources(Ompt4jRuntime runtime, OmptEntryPoint.SetCallback setCallback) {
        this.setCallback = setCallback;
        add(runtime.settings().raisedByDefinitions());
        for (Construct each : Construct.values()) {
            if (runtime.observes(each)) {
                add(runtime.settings().raisedBy(each));
                if (each.raised().contains(Event.POOL_WORKER)) {
                    present.addAll(EnumSet.of(IDLE_BEGIN, IDLE_END));
                }
            }
        }
    }

    private void add(RaisedEvents raised) {
        if (raised.mask() == 0) {
            return;
        }
        present.addAll(OF_EVERY_THREAD);
        for (OmptEvent each : OmptEvent.values()) {
            if (canRaise(raised, each)) {
                present.add(each);
            }
        }
    }

    private static boolean canRaise(RaisedEvents raised, OmptEvent event) {
        return switch (event) {
            // Told of a pool's workers; and a thread's initial task comes with the thread.
            case IDLE_BEGIN, IDLE_END, INITIAL_TASK_BEGIN, INITIAL_TASK_END -> false;
            case IMPLICIT_TASK_BEGIN, IMPLICIT_TASK_END -> raised.contains(Event.PARALLEL_BEGIN);
            // No thread ever waits for an ordered region.
            case WAIT_ORDERED -> false;
            default ->
                event.source() != null
                        && raised.contains(event.source())
                        && (event.kinds().isEmpty() || event.kinds().stream().anyMatch(each -> isOf(raised, each)));
        };
    }

    private static boolean isOf(RaisedEvents raised, Enum<?> kind) {
        return kind instanceof SyncRegionKind sync && raised.contains(sync)
                || kind instanceof WorkType work && raised.contains(work)
                || kind instanceof MutexKind mutex && raised.contains(mutex);
    }

    /** The result of registering a callback of this event. It asks the runtime, so it can be called only while nothing is registered there yet. */
    OmptSetResult answer(OmptEvent event) {
        Event source = event.source();
        if (source == null) {
            // The end of the run, of which a view is told without a callback.
            return OmptSetResult.ALWAYS;
        }
        if (!present.contains(event)) {
            return OmptSetResult.NEVER;
        }
        OmptSetResult answer = OmptSetResult.of(setCallback.setCallback(source, null));
        return answer == OmptSetResult.ALWAYS && WHEN_CONVENIENT.contains(event) ? OmptSetResult.SOMETIMES : answer;
    }
}
