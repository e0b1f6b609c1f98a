package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.tools.model.CoveredTime;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.MutexWait;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds mutexes with long waits, and the threads that caused them. Memory grows with mutexes for which threads waited, up to a limit: then those with
 * the shortest waits are dropped.
 */
final class LockWaitFinder implements MutexListener {
    /** How many paths are distinguished at one place. */
    private static final int PATHS = 16;

    /** How many similar mutexes are reported individually, if they stand out. */
    static final int FEW = 3;

    private static final int OBJECTS_KEPT_APART = 20_000;

    /** Code of the JDK that loads classes, for which it uses monitors of its own. */
    private static final Pattern LOADS_CLASSES = Pattern.compile(
            "(jdk\\.internal\\.loader\\.\\w+|java\\.lang\\.ClassLoader)\\.(loadClass|findClass|define).*");

    /** For how many places of holders, of all mutexes together, it is kept what the holders did there. */
    private static final int HOLDS = 50_000;

    /** How many threads are named individually if only their hold of the mutex is known; more are summed up. */
    private static final int SHARES_OF_AN_OBJECT = 256;

    private final Rows<Long, Waits> objects =
            new Rows<>(OBJECTS_KEPT_APART, Waits::new, each -> each.nanos, this::leaves);
    /** The mutex that was waited for last: it often is the next one too. */
    private @Nullable Waits latest;

    /** Null if nobody asks what holders did. */
    private final @Nullable Holders holders;

    private int holds;

    /** @param holders what threads do; null if nobody asks */
    LockWaitFinder(@Nullable Holders holders) {
        this.holders = holders;
    }

    private static final class Waits {
        final long waitId;
        /** Usually few; the last used ones come first. */
        final List<Sum> shares = new ArrayList<>(4);

        /** What the holders did, for all places where others waited. */
        final Map<Culprit, HoldSum> holds = new HashMap<>(4);

        /** The time in which at least one thread waited. */
        final CoveredTime waited = CoveredTime.atMost();

        long count;
        long nanos;
        long nanosAfterConditions;
        long ownNanos;
        long longestNanos;

        @Nullable
        TraceEvent longest;

        Waits(long waitId) {
            this.waitId = waitId;
        }

        Sum share(int waitedAt, Culprit culprit) {
            for (int i = 0; i < shares.size(); i++) {
                Sum each = shares.get(i);
                if (each.waitedAt == waitedAt && each.isOf(culprit)) {
                    shares.set(i, shares.get(i / 2));
                    shares.set(i / 2, each);
                    return each;
                }
            }
            if (shares.size() >= SHARES_OF_AN_OBJECT
                    && culprit.codeptrRa() == 0
                    && culprit.threadId() != Culprit.SEVERAL) {
                return share(waitedAt, new Culprit(culprit.kind(), Culprit.SEVERAL, 0));
            }
            Sum added = new Sum(waitedAt, culprit);
            shares.add(added);
            return added;
        }

        /** How long at least one thread waited: if many threads wait once for the same short hold, that delays the run only once. */
        long coveredNanos() {
            return Math.min(nanos, waited.nanos());
        }

        /**
         * The waiting time without that in which threads certainly just woke up: after a wait for a condition of the mutex, while nobody held the
         * mutex. This time passes whether there is a mutex or not.
         */
        long nanosButForWakingUp() {
            long handedOver = 0;
            for (Sum each : shares) {
                handedOver += each.kind == Culprit.Kind.HAND_OFF ? each.nanos : 0;
            }
            return nanos - Math.max(0, handedOver + Math.min(nanosAfterConditions, nanos) - nanos);
        }

        boolean standsOut(long leastNanos) {
            return coveredNanos() > leastNanos;
        }

        /** The call site with the longest waiting time. */
        int mostlyWaitedAt() {
            Map<Integer, Long> times = new HashMap<>();
            shares.forEach(each -> times.merge(each.waitedAt, each.nanos, Long::sum));
            return times.entrySet().stream()
                    .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                    .map(Map.Entry::getKey)
                    .orElse(0);
        }

        /** Adds the waits for another mutex. */
        void add(Waits other) {
            count += other.count;
            nanos += other.nanos;
            nanosAfterConditions += other.nanosAfterConditions;
            ownNanos += other.ownNanos;
            if (longest == null || other.longestNanos > longestNanos) {
                longest = other.longest;
                longestNanos = other.longestNanos;
            }
            for (Sum each : other.shares) {
                share(each.waitedAt, each.culprit()).add(each);
            }
            other.holds.forEach((place, sum) ->
                    holds.computeIfAbsent(place, any -> new HoldSum()).add(sum));
        }
    }

    private static final class Sum {
        final int waitedAt;
        final Culprit.Kind kind;
        final int codeptrRa;
        long threadId;
        long waiter;
        long nanos;
        /** Waiting time by path, for waits with a stack. */
        private final Map<Integer, Long> nanosByPath = new HashMap<>(2);

        Sum(int waitedAt, Culprit first) {
            this.waitedAt = waitedAt;
            this.kind = first.kind();
            this.codeptrRa = first.codeptrRa();
            this.threadId = first.threadId();
        }

        Culprit culprit() {
            return new Culprit(kind, threadId, codeptrRa);
        }

        void add(long by, long thread, int path, long time) {
            waiter = nanos == 0 ? by : Culprit.oneOrSeveral(waiter, by);
            threadId = Culprit.oneOrSeveral(threadId, thread);
            nanos += time;
            if (path != 0 && (nanosByPath.size() < PATHS || nanosByPath.containsKey(path))) {
                nanosByPath.merge(path, time, Long::sum);
            }
        }

        void add(Sum other) {
            waiter = nanos == 0 ? other.waiter : Culprit.oneOrSeveral(waiter, other.waiter);
            threadId = Culprit.oneOrSeveral(threadId, other.threadId);
            nanos += other.nanos;
            other.nanosByPath.forEach((path, time) -> nanosByPath.merge(path, time, Long::sum));
        }

        /** The path of most of the time, 0 if there is none. */
        int path() {
            for (Map.Entry<Integer, Long> each : nanosByPath.entrySet()) {
                if (2 * each.getValue() > nanos) {
                    return each.getKey();
                }
            }
            return 0;
        }

        /** Merges all threads at a known call site. */
        boolean isOf(Culprit culprit) {
            return codeptrRa == culprit.codeptrRa()
                    && kind == culprit.kind()
                    && (codeptrRa != 0 || threadId == culprit.threadId());
        }
    }

    @Override
    public void attempted(
            TraceEvent acquire, int path, long nanos, Outcome outcome, boolean waited, boolean afterCondition) {
        if (waited) {
            Waits waits = waits(acquire.waitId());
            waits.count++;
            waits.nanosAfterConditions += afterCondition ? nanos : 0;
            if (waits.longest == null || nanos > waits.longestNanos) {
                waits.longest = acquire;
                waits.longestNanos = nanos;
            }
        }
        if (waited || outcome == Outcome.LEFT) {
            waits(acquire.waitId()).waited.add(acquire.timeNanos(), acquire.timeNanos() + nanos);
        }
    }

    @Override
    public void blames(long waitId, int waitedAt, int path, long waiter, Culprit culprit, long nanos) {
        Waits waits = waits(waitId);
        waits.nanos += nanos;
        boolean isOwn = culprit.kind() == Culprit.Kind.HOLDER && culprit.threadId() == waiter;
        waits.ownNanos += isOwn ? nanos : 0;
        waits.share(waitedAt, culprit).add(waiter, culprit.threadId(), path, nanos);
    }

    @Override
    public void keptWaiting(long waitId, Culprit culprit, long fromNanos, long nowNanos) {
        if (holders == null) {
            return;
        }
        HoldSum sum = hold(waits(waitId), atOnePlace(culprit));
        if (sum != null) {
            holders.during(culprit.threadId(), fromNanos, nowNanos, sum);
        }
    }

    /** What holders did at this place; null if the limit is reached. */
    private @Nullable HoldSum hold(Waits waits, Culprit place) {
        HoldSum known = waits.holds.get(place);
        if (known == null && holds < HOLDS) {
            holds++;
            known = new HoldSum();
            waits.holds.put(place, known);
        }
        return known;
    }

    /** A culprit that stands for all threads at its call site, if the call site is known. */
    private static Culprit atOnePlace(Culprit culprit) {
        return culprit.codeptrRa() == 0 ? culprit : new Culprit(culprit.kind(), 0, culprit.codeptrRa());
    }

    private Waits waits(long waitId) {
        Waits known = latest;
        if (known == null || known.waitId != waitId) {
            known = objects.at(waitId);
            latest = known;
        }
        return known;
    }

    private void leaves(Waits waits) {
        holds -= waits.holds.size();
        if (waits == latest) {
            latest = null;
        }
    }

    /** Whether some mutexes were dropped because there were too many. */
    boolean hasForgotten() {
        return objects.given() > 0;
    }

    /** The shares of a mutex's waiting time by culprit, the largest first. */
    List<LockWaits.Share> shares(long waitId) {
        Waits waits = objects.find(waitId);
        return waits == null ? List.of() : shares(waits);
    }

    /**
     * The key by which similar mutexes are merged: mutexes of one class with most of their waits at one call site. {@code waitId} is 0 if the call
     * site is known.
     */
    private record Alike(String className, int waitedAt, long waitId) {
        /** Bins, whose first nodes are replaced as they grow. Put operations wait at other places of the JDK than compute operations. */
        static final Alike BINS = new Alike(LockWaits.NAME_OF_BINS, 0, 0);

        /** All locks for loading, linking and initializing classes, at any place. */
        static final Alike OF_CLASSES = new Alike(RecordSink.INITIALIZATION_OF_CLASS, 0, 0);

        /** Whether a few mutexes with this key may have different purposes. */
        boolean mayBeApart() {
            return this != BINS && this != OF_CLASSES;
        }
    }

    /**
     * @param mostSavedNanos how much shorter the run could be in any case
     * @param classes the class of the object with a wait id
     * @param callSites the text of a call site; null if that is not known
     * @param isNoLock whether an object is not used as a lock; waits for it are ignored
     * @param notEnded what threads were waiting for when the recording ended
     */
    List<LockWaits> find(
            long runNanos,
            long mostSavedNanos,
            LongFunction<String> classes,
            IntFunction<@Nullable String> callSites,
            LongPredicate isNoLock,
            List<MutexWait> notEnded) {
        Map<Alike, List<Waits>> groups = new LinkedHashMap<>();
        objects.kept().forEach((waitId, waits) -> {
            if (isNoLock.test(waitId)) {
                return;
            }
            Alike alike = alike(classes.apply(waitId), waits, callSites);
            groups.computeIfAbsent(alike, any -> new ArrayList<>()).add(waits);
        });
        long least = (long) (Threshold.SHARE_OF_RUN * runNanos);
        List<LockWaits> found = new ArrayList<>();
        groups.forEach((alike, each) -> {
            boolean ofClasses = alike == Alike.OF_CLASSES;
            boolean isOfFew = each.size() <= FEW && alike.mayBeApart();
            if (each.stream().mapToLong(Waits::nanosButForWakingUp).sum() <= least) {
                return;
            }
            Predicate<Waits> isAlone = waits -> isOfFew && waits.standsOut(least);
            each.stream()
                    .filter(isAlone)
                    .forEach(waits -> found.add(found(ofClasses, List.of(waits), mostSavedNanos, notEnded)));
            List<Waits> rest = each.stream().filter(isAlone.negate()).toList();
            boolean isOneLong = rest.stream().anyMatch(waits -> waits.standsOut(least));
            if (isOneLong || rest.stream().mapToLong(Waits::coveredNanos).sum() > least) {
                found.add(found(ofClasses, rest, mostSavedNanos, notEnded));
            }
        });
        return found;
    }

    private static Alike alike(String className, Waits waits, IntFunction<@Nullable String> callSites) {
        int site = waits.mostlyWaitedAt();
        String text = callSites.apply(site);
        if (className.equals(RecordSink.INITIALIZATION_OF_CLASS)
                || className.equals(RecordSink.LOADING_OF_CLASS)
                || text != null && LOADS_CLASSES.matcher(text).matches()) {
            return Alike.OF_CLASSES;
        }
        return LockWaits.isBin(className) ? Alike.BINS : new Alike(className, site, site == 0 ? waits.waitId : 0);
    }

    private LockWaits found(boolean ofClasses, List<Waits> alike, long mostSavedNanos, List<MutexWait> notEnded) {
        Waits most = Collections.max(alike, Comparator.comparingLong(each -> each.nanos));
        Waits all = alike.size() == 1 ? most : new Waits(most.waitId);
        long covered = 0;
        for (Waits each : alike) {
            covered += each.waited.nanos();
            if (all != each) {
                all.add(each);
            }
        }
        covered = Math.min(covered, all.nanos);
        long open = notEnded.stream()
                .filter(wait -> alike.stream()
                        .anyMatch(each -> each.waitId == wait.acquire().waitId()))
                .count();
        return new LockWaits(
                ofClasses,
                most.waitId,
                alike.size(),
                all.count,
                open,
                all.nanos,
                all.nanosAfterConditions,
                all.ownNanos,
                covered,
                Math.min(covered, mostSavedNanos),
                longest(all),
                shares(all));
    }

    private static Interval longest(Waits waits) {
        TraceEvent longest = waits.longest;
        long from = longest == null ? 0 : longest.timeNanos();
        return new Interval(longest == null ? 0 : longest.threadId(), from, from + waits.longestNanos);
    }

    private List<LockWaits.Share> shares(Waits of) {
        Waits waits = isOfMany(of) ? withoutSingleThreads(of) : of;
        Map<Culprit, InHold> inHolds = new HashMap<>();
        if (holders != null) {
            waits.holds.forEach((place, sum) -> inHolds.put(place, holders.sum(sum)));
        }
        List<LockWaits.Share> shares = new ArrayList<>();
        for (Sum each : waits.shares) {
            Culprit culprit = each.culprit();
            shares.add(new LockWaits.Share(
                    each.waitedAt, each.path(), each.waiter, culprit, each.nanos, inHolds.get(atOnePlace(culprit))));
        }
        shares.sort(Comparator.comparingLong((LockWaits.Share each) -> -each.nanos())
                .thenComparing(LockWaits.Share::waitedAt)
                .thenComparing(each -> each.culprit().kind())
                .thenComparing(each -> each.culprit().codeptrRa())
                .thenComparing(each -> each.culprit().threadId()));
        return List.copyOf(shares);
    }

    /** Whether there are more than a few threads of which only is known that they held the mutex. */
    private static boolean isOfMany(Waits waits) {
        return waits.shares.stream()
                        .filter(each -> isThreadAlone(each.culprit()))
                        .map(each -> each.threadId)
                        .distinct()
                        .count()
                > FEW;
    }

    private static boolean isThreadAlone(Culprit culprit) {
        return culprit.codeptrRa() == 0 && culprit.threadId() != 0;
    }

    /** The waits with the shares of all threads merged of which only is known that they held the mutex. */
    private static Waits withoutSingleThreads(Waits waits) {
        Waits merged = new Waits(waits.waitId);
        for (Sum each : waits.shares) {
            merged.share(each.waitedAt, anyThread(each.culprit())).add(each);
        }
        waits.holds.forEach((place, sum) -> merged.holds
                .computeIfAbsent(anyThread(place), any -> new HoldSum())
                .add(sum));
        return merged;
    }

    private static Culprit anyThread(Culprit culprit) {
        return isThreadAlone(culprit) ? new Culprit(culprit.kind(), Culprit.SEVERAL, 0) : culprit;
    }
}
