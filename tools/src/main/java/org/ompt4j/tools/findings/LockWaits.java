package org.ompt4j.tools.findings;

import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.MutexListener;

/**
 * A mutex with long waits; or several mutexes of one class with most of their waits at one call site; or all locks for loading, linking and
 * initializing classes.
 *
 * @param ofClasses whether these are the locks for loading, linking and initializing classes
 * @param waitId the mutex; of several the one with the longest waits
 * @param objects how many there are
 * @param waits how often
 * @param notEnded how many of the waits were still going on when the recording ended
 * @param costNanos how long in all
 * @param nanosAfterConditions how long threads waited for the mutex after a wait for one of its conditions
 * @param ownNanos how long threads waited because they held the mutex themselves, as a reader does that wants to write
 * @param coveredNanos how long at least one thread waited; for several mutexes the sum
 * @param mostSavedNanos how much shorter the run would be at most without these waits: not longer than at least one thread waited, nor than what is
 *     left of the run if all work is spread over the processors
 * @param interval the longest wait
 * @param shares the parts by cause, the largest first; they add up to {@code costNanos}
 */
public record LockWaits(
        boolean ofClasses,
        long waitId,
        int objects,
        long waits,
        long notEnded,
        long costNanos,
        long nanosAfterConditions,
        long ownNanos,
        long coveredNanos,
        long mostSavedNanos,
        Interval interval,
        List<Share> shares)
        implements Finding {
    /**
     * The classes of the first node of a {@code ConcurrentHashMap}'s bin, which is locked; the node is replaced by one of another class as the bin
     * grows.
     */
    private static final Set<String> BINS = Stream.of(
                    "Node", "ReservationNode", "TreeBin", "TreeNode", "ForwardingNode")
            .map(each -> "java.util.concurrent.ConcurrentHashMap$" + each)
            .collect(Collectors.toUnmodifiableSet());

    /** The common name of these objects, whatever their class. */
    public static final String NAME_OF_BINS = "bins of ConcurrentHashMap";

    /** Whether objects of this class are bins of a {@code ConcurrentHashMap}. */
    public static boolean isBin(String className) {
        return BINS.contains(className);
    }

    /**
     * A part of the waiting.
     *
     * @param waitedAt the call site of the waits
     * @param path the path by which most of that time was reached, see {@link MutexListener#pathOf}; 0 if it is not known
     * @param waiter the thread that waited there, or {@link Culprit#SEVERAL}
     * @param culprit who held the mutex meanwhile; its thread may be {@link Culprit#SEVERAL}
     * @param inHold what the holders did meanwhile, for all places where others waited; null if it is not known
     */
    public record Share(
            int waitedAt,
            int path,
            long waiter,
            Culprit culprit,
            long nanos,
            @Nullable InHold inHold) {}

    /** The main cause of the waiting time. */
    public enum Main {
        SLEEP,
        IO,
        /** The holder waited for another mutex. */
        LOCK,
        /** The holder waited for anything else. */
        WAIT,
        WORK,
        /** Who waited held the mutex. */
        OWN,
        /** The time that woken threads take to wake up. */
        HAND_OFF,
        /** There is no main cause, or it is not known. */
        NONE
    }

    /** The cause of more than half of the waiting, if events show what the holders did. */
    public Main main() {
        if (2 * nanosOf(Culprit.Kind.HAND_OFF) > costNanos) {
            return Main.HAND_OFF;
        }
        if (2 * ownNanos > costNanos) {
            return Main.OWN;
        }
        long known = nanosOf(Culprit.Kind.HOLDER) + nanosOf(Culprit.Kind.RELEASER) + nanosOf(Culprit.Kind.SIGNALLER);
        if (2 * known > costNanos) {
            return mainOf(inHolds(each -> each != Culprit.Kind.OWNER && each != Culprit.Kind.BARGER));
        }
        // A thread that only worked also worked in its hold.
        boolean isKnownOfWork = 2 * (known + nanosOf(Culprit.Kind.BARGER)) > costNanos;
        Main main = isKnownOfWork ? mainOf(inHolds(each -> each != Culprit.Kind.OWNER)) : Main.NONE;
        return main == Main.WORK ? main : Main.NONE;
    }

    /**
     * What the first holders mostly did meanwhile, if only the first holder is known for more than half of the waiting. They may have released the
     * mutex.
     */
    public Main mainAtFirst() {
        boolean isKnown = 2 * nanosOf(Culprit.Kind.OWNER) > costNanos;
        return isKnown ? mainOf(inHolds(each -> each == Culprit.Kind.OWNER)) : Main.NONE;
    }

    /** Whether most of the waiting was for releases by threads that need not have held the mutex. */
    public boolean isForSignals() {
        return 2 * nanosOf(Culprit.Kind.SIGNALLER) > costNanos;
    }

    /** Whether most of the waiting was after waits for conditions. */
    public boolean isMostlyAfterConditions() {
        return 2 * nanosAfterConditions > costNanos;
    }

    private long nanosOf(Culprit.Kind kind) {
        return shares.stream()
                .filter(each -> each.culprit().kind() == kind)
                .mapToLong(Share::nanos)
                .sum();
    }

    private static Main mainOf(Set<InHold> holds) {
        Map<Main, Long> times = new EnumMap<>(Main.class);
        long all = 0;
        for (InHold each : holds) {
            all += each.nanos();
            times.merge(Main.WORK, each.workedNanos(), Long::sum);
            each.waits().forEach(wait -> times.merge(mainOf(wait.place().state()), wait.nanos(), Long::sum));
        }
        long half = all / 2;
        return times.entrySet().stream()
                .filter(each -> each.getValue() > half)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(Main.NONE);
    }

    /** Each once, of culprits of such kinds. */
    private Set<InHold> inHolds(Predicate<Culprit.Kind> kinds) {
        Set<InHold> holds = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Share each : shares) {
            if (each.inHold() != null && kinds.test(each.culprit().kind())) {
                holds.add(each.inHold());
            }
        }
        return holds;
    }

    private static Main mainOf(State state) {
        return switch (state) {
            case WAIT_SLEEP -> Main.SLEEP;
            case WAIT_IO -> Main.IO;
            case WAIT_LOCK, WAIT_CRITICAL -> Main.LOCK;
            // A worker without a task holds no mutex any more.
            case IDLE -> Main.NONE;
            default -> Main.WAIT;
        };
    }

    @Override
    public Kind kind() {
        return Kind.LOCK_WAITS;
    }

    @Override
    public long mostLostNanos() {
        return notEnded == waits ? costNanos : mostSavedNanos;
    }

    @Override
    public List<Long> mutexes() {
        return List.of(waitId);
    }

    @Override
    public List<Integer> callSites() {
        return shares.stream()
                .flatMap(each -> Stream.of(each.waitedAt(), each.culprit().codeptrRa()))
                .distinct()
                .toList();
    }
}
