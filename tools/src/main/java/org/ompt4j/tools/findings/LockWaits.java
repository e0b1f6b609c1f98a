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
 * A mutex that threads waited for long, or several of one class that are mostly waited for at one call site, or all that the JVM and the JDK lock while they
 * load, link and initialize classes.
 *
 * @param ofClasses whether it is what is locked while classes are loaded, linked and initialized
 * @param waitId the mutex; of several the one that was waited for longest
 * @param objects how many there are
 * @param waits how often
 * @param notEnded how many of the waits were still going on when the recording ended
 * @param costNanos how long in all
 * @param nanosAfterConditions how long threads waited that had the mutex before, and waited for a condition of it: they had been woken, and needed it again
 * @param mostSavedNanos how much shorter the run would be at most if nobody waited: for no longer did at least one thread wait, and no more is left once
 *     all work is spread over the processors
 * @param interval the longest wait
 * @param shares because of whom, the largest first; they add up to {@code costNanos}
 */
public record LockWaits(
        boolean ofClasses,
        long waitId,
        int objects,
        long waits,
        long notEnded,
        long costNanos,
        long nanosAfterConditions,
        long mostSavedNanos,
        Interval interval,
        List<Share> shares)
        implements Finding {
    /** What a {@code ConcurrentHashMap} locks: the first node of a bin, which is another object, and of another class, as the bin grows. */
    private static final Set<String> BINS = Stream.of(
                    "Node", "ReservationNode", "TreeBin", "TreeNode", "ForwardingNode")
            .map(each -> "java.util.concurrent.ConcurrentHashMap$" + each)
            .collect(Collectors.toUnmodifiableSet());

    /** What the objects are called that a {@code ConcurrentHashMap} locks, of whatever class: they are alike. */
    public static final String NAME_OF_BINS = "bins of ConcurrentHashMap";

    /** Whether objects of this class are bins of a {@code ConcurrentHashMap}. */
    public static boolean isBin(String className) {
        return BINS.contains(className);
    }

    /**
     * A part of the waiting.
     *
     * @param waitedAt call site of those that waited
     * @param path by which threads came there in most of that time, see {@link MutexListener#pathOf}; 0 if that is not known
     * @param waiter the thread that waited there, or {@link Culprit#SEVERAL}
     * @param culprit who held the mutex meanwhile; its thread may be {@link Culprit#SEVERAL}
     * @param inHold what these did meanwhile, wherever others waited because of them; null if that is not known
     */
    public record Share(
            int waitedAt,
            int path,
            long waiter,
            Culprit culprit,
            long nanos,
            @Nullable InHold inHold) {}

    /** What took most of the time in which others waited. */
    public enum Main {
        SLEEP,
        IO,
        /** The holder waited for another mutex. */
        LOCK,
        /** The holder waited for anything else. */
        WAIT,
        WORK,
        /** Those that woke up. */
        HAND_OFF,
        /** Nothing, or it is not known. */
        NONE
    }

    /** What took more than half of the waiting, as far as events tell what was done in the hold. */
    public Main main() {
        if (2 * nanosOf(Culprit.Kind.HAND_OFF) > costNanos) {
            return Main.HAND_OFF;
        }
        long known = nanosOf(Culprit.Kind.HOLDER) + nanosOf(Culprit.Kind.RELEASER) + nanosOf(Culprit.Kind.SIGNALLER);
        if (2 * known > costNanos) {
            return mainOf(inHolds(each -> each != Culprit.Kind.OWNER && each != Culprit.Kind.BARGER));
        }
        // Whoever did nothing but work did so in the hold too.
        boolean isKnownOfWork = 2 * (known + nanosOf(Culprit.Kind.BARGER)) > costNanos;
        Main main = isKnownOfWork ? mainOf(inHolds(each -> each != Culprit.Kind.OWNER)) : Main.NONE;
        return main == Main.WORK ? main : Main.NONE;
    }

    /** What those mostly did meanwhile that held the mutex at first, if that is all that is known of more than half of the waiting: they may have released it. */
    public Main mainAtFirst() {
        boolean isKnown = 2 * nanosOf(Culprit.Kind.OWNER) > costNanos;
        return isKnown ? mainOf(inHolds(each -> each == Culprit.Kind.OWNER)) : Main.NONE;
    }

    /** Whether most of the waiting was for threads to release what they need not have held. */
    public boolean isForSignals() {
        return 2 * nanosOf(Culprit.Kind.SIGNALLER) > costNanos;
    }

    /** Whether most of it was waited by threads that came back from a wait for a condition. */
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
            // A worker without a task has let go of what it held.
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
