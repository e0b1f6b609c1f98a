package org.ompt4j.tools.model;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.stream.Collectors;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RaisedEvents;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;

/** Which operations on mutexes a trace tells of, by the settings of its run. */
final class ToldMutexOperations {
    private static final EnumSet<Construct> RELEASES_TOLD_TO_WAITERS = Arrays.stream(Construct.values())
            .filter(ToldMutexOperations::areReleasesToldToWaiters)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Construct.class)));

    private final boolean all;
    private final boolean jvmTellsMonitors;

    ToldMutexOperations(RunSettings settings) {
        this.all = settings.mutexDetail() == MutexDetail.FULL;
        this.jvmTellsMonitors = settings.nativeMonitors() && !all;
    }

    /** Whether every operation is told, not only what has to do with waits. */
    boolean all() {
        return all;
    }

    /**
     * Whether it is told of each holder when it begins and ends to hold the mutex, as far as others wait for it. Where not every operation is told, a
     * reader's release is not if others go on reading.
     */
    boolean holders(Construct construct) {
        return !construct.has(Trait.RELEASED_BY_ANYONE)
                && releases(construct)
                && (all || construct != Construct.READ_WRITE_LOCK);
    }

    /** Whether each release is told while a thread waits. */
    boolean releases(Construct construct) {
        return all || RELEASES_TOLD_TO_WAITERS.contains(construct) && !owners(construct);
    }

    /**
     * Whether releases are told also where not every operation is, if a thread waits: of locks and monitors, which are not what an atomic update or the
     * order of a stream excludes. What the configuration declares can be a lock.
     */
    static boolean areReleasesToldToWaiters(Construct construct) {
        RaisedEvents raised = construct.raised();
        boolean isLock = raised.contains(Event.MUTEX_RELEASED)
                && !raised.contains(MutexKind.ATOMIC)
                && !raised.contains(MutexKind.ORDERED);
        return (isLock || construct == Construct.DEFINED) && !construct.has(Trait.ONLY_IN_FULL);
    }

    /** Whether an acquire says who held the mutex, and no release is told but around a wait for a condition. */
    boolean owners(Construct construct) {
        return jvmTellsMonitors && construct == Construct.SYNCHRONIZED;
    }

    /**
     * Whether an attempt that takes time is a wait: the lock itself was asked if one has to wait, or the JVM has said so of a monitor. A monitor cannot be
     * asked, nor can a lock of the user's: only a holder that is seen meanwhile says that the thread waited, and not only that the machine was slow.
     */
    boolean waits(Construct construct) {
        return !construct.has(Trait.CANNOT_BE_ASKED) || owners(construct);
    }

    /** Whether the thread is told to hold already what it asks for. */
    boolean isReentry(MutexWait wait, MutexState mutex) {
        return all && mutex.isHeldAloneBy(wait.acquire().threadId());
    }
}
