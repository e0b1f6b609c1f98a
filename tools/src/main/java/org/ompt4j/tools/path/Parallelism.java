package org.ompt4j.tools.path;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.MeanOverTime;
import org.ompt4j.tools.model.Rows;

/**
 * How many threads worked at the same time, and what was done while only one worked. The times of all numbers of threads add up to the recorded time.
 * The parts for one working thread add up to the time with one working thread. The parts for more threads than processors add up to the work of all
 * threads in that time.
 */
public final class Parallelism {
    private static final int POOLS = 10_000;

    /** Steps of time in which it is known how long all processors had work. */
    private static final int STEPS = 4_000;

    private final Parts parts;
    /** By the number of threads that worked. */
    private long[] nanos = new long[8];

    /** By part, the time in which it was the only work. */
    private long[] alone = new long[64];

    /** By part, and by pool, the work of threads while more of them worked than there are processors. */
    private long[] crowded = new long[64];

    /** If there are very many, those that worked least are summed up. */
    private final Rows<Long, PoolWork> crowdedPools =
            new Rows<>(POOLS, key -> new PoolWork(), each -> each.nanos, this::isNotKept);

    private long crowdedOthersNanos;

    private final Map<Integer, AloneStep> combining = new HashMap<>();
    private final Map<Integer, AloneStep> splitting = new HashMap<>();

    private final int processors;
    private final int allProcessors;
    private final MeanOverTime busy;
    private int working;
    private @Nullable Line first;
    private long nowNanos;
    private @Nullable MeanOverTime overTime;
    /** The thread that works alone, or did so last. */
    private long aloneThread;

    private long aloneSinceNanos;
    private long aloneUntilNanos = -1;
    private long longestNanos;
    private long longestFromNanos;
    private long longestThread;
    private long teamNanos;

    /** How long more threads worked than there are processors, and since when they do so, or did last. */
    private long crowdedNanos;

    private long crowdedSinceNanos;
    private long crowdedUntilNanos = -1;
    /** Since when samples tell how long threads were on processors; how much of the time above that is. */
    private long sampledFromNanos = Long.MAX_VALUE;

    private long sampledCrowdedNanos;
    private long mostOnProcessorsNanos;
    private long longestCrowdedNanos;
    private long longestCrowdedFromNanos;

    /**
     * @param processors how many there are; 0 if that is not known
     * @param endNanos the end of the run
     */
    Parallelism(Parts parts, int processors, long endNanos) {
        this.parts = parts;
        this.processors = processors == 0 ? Integer.MAX_VALUE : processors;
        this.allProcessors = processors;
        this.busy = new MeanOverTime(STEPS, endNanos);
    }

    /** How many threads worked at the same time at most. */
    public int most() {
        int most = nanos.length - 1;
        while (most > 0 && nanos[most] == 0) {
            most--;
        }
        return most;
    }

    /** How long exactly this number of threads worked. */
    public long nanosOf(int threads) {
        return threads < nanos.length ? nanos[threads] : 0;
    }

    /** How long at least two threads worked. */
    public long togetherNanos() {
        return nanosOfAtLeast(2);
    }

    /** How long at least this number of threads worked. */
    public long nanosOfAtLeast(int threads) {
        return Arrays.stream(nanos).skip(threads).sum();
    }

    /**
     * A number that is 1 while at least as many threads worked as there are processors, else 0. If it is not known how many there are, it is 1.
     */
    public MeanOverTime.Integral busyProcessors() {
        return busy.integral();
    }

    /** The time that threads worked, all together. */
    public long workNanos() {
        long sum = 0;
        for (int i = 1; i < nanos.length; i++) {
            sum += i * nanos[i];
        }
        return sum;
    }

    /**
     * The least time for all the work, assuming that it needs processors and is done by as many threads at a time as there are processors, or by the
     * largest observed number of threads if that is more.
     */
    public long leastNanos() {
        return workNanos() / Math.max(processors, most());
    }

    /** How much of it was work for pools with more than one worker, and in regions. */
    public long teamNanos() {
        return teamNanos;
    }

    /** The parts of the time with exactly one working thread, the longest first. */
    public List<PartTime> serialParts() {
        return parts.times(part -> part < alone.length ? alone[part] : 0);
    }

    /**
     * The largest possible speed-up of this number of threads over one thread (Amdahl's law): what one thread did while no other worked stays with
     * one thread. 1 if no work was done.
     */
    public double mostSpeedUp(int threads) {
        double serial = nanosOf(1);
        double work = workNanos();
        return work == 0 ? 1 : work / (serial + (work - serial) / Math.max(1, threads));
    }

    /** The thread with the longest continuous time as the only working one. */
    public long longestThread() {
        return longestThread;
    }

    public long longestFromNanos() {
        return longestFromNanos;
    }

    /** The length of this longest time, in nanoseconds. */
    public long longestNanos() {
        return longestNanos;
    }

    /** Partial results that were combined while nothing else was done, the longest first. */
    public List<AloneStep> aloneCombining() {
        return longestFirst(combining);
    }

    /** Elements that were taken from the sources of streams while nothing else was done, the longest first. */
    public List<AloneStep> aloneSplitting() {
        return longestFirst(splitting);
    }

    private static List<AloneStep> longestFirst(Map<Integer, AloneStep> steps) {
        return steps.values().stream()
                .sorted(Comparator.comparingLong((AloneStep each) -> -each.nanos())
                        .thenComparing(AloneStep::codeptrRa))
                .toList();
    }

    /** How long more threads worked than there are processors. */
    public long crowdedNanos() {
        return crowdedNanos;
    }

    /** How much of that is in the time of which samples tell how long threads were on processors. */
    public long sampledCrowdedNanos() {
        return sampledCrowdedNanos;
    }

    /** How long all threads were on processors in that time, or before or after, by these samples. */
    public long mostOnProcessorsNanos() {
        return mostOnProcessorsNanos;
    }

    /** Samples tell that all threads were on processors for so long, from then on. */
    public void tellOfProcessors(long fromNanos, long nanos) {
        sampledFromNanos = fromNanos;
        mostOnProcessorsNanos = nanos;
    }

    /** What all threads worked in that time, the longest first. */
    public List<PartTime> crowdedParts() {
        return parts.times(part -> part < crowded.length ? crowded[part] : 0);
    }

    /**
     * The work of all threads, in nanoseconds, while more threads than processors worked, by the pool of the threads; pool 0 stands for threads
     * without a pool, and for the pools that worked least if there are very many.
     */
    public Map<Long, Long> crowdedPools() {
        Map<Long, Long> pools = new HashMap<>();
        crowdedPools.kept().forEach((pool, work) -> pools.put(pool, work.nanos));
        if (crowdedOthersNanos > 0) {
            pools.merge(0L, crowdedOthersNanos, Long::sum);
        }
        return pools;
    }

    private void isNotKept(PoolWork pool) {
        crowdedOthersNanos += pool.nanos;
    }

    private static final class PoolWork {
        long nanos;
    }

    /** When the longest time in which more threads than processors worked began. */
    public long longestCrowdedFromNanos() {
        return longestCrowdedFromNanos;
    }

    /** The length of this longest time with more threads than processors, in nanoseconds. */
    public long longestCrowdedNanos() {
        return longestCrowdedNanos;
    }

    /** Sets a listener for the number of working threads. */
    public void tellOverTime(MeanOverTime numbers) {
        overTime = numbers;
    }

    // ---------------------------------------------------------------- as the run goes on

    void passTo(long timeNanos) {
        long passed = timeNanos - nowNanos;
        if (passed <= 0) {
            return;
        }
        if (working >= nanos.length) {
            nanos = Arrays.copyOf(nanos, Math.max(working + 1, 2 * nanos.length));
        }
        nanos[working] += passed;
        if (working >= allProcessors) {
            busy.add(nowNanos, timeNanos, 1);
        }
        if (overTime != null) {
            overTime.add(nowNanos, timeNanos, working);
        }
        if (working > processors) {
            crowdedNanos += passed;
            sampledCrowdedNanos += Math.max(0, timeNanos - Math.max(nowNanos, sampledFromNanos));
        }
        Line only = first;
        if (working == 1 && only != null) {
            only.aloneNanos += passed;
        }
        nowNanos = timeNanos;
    }

    /** The thread works from now on, or ceases to. */
    void works(Line line, boolean works, long timeNanos) {
        if (line.works == works) {
            return;
        }
        passTo(timeNanos);
        isAloneNoMore();
        boolean wasCrowded = working > processors;
        sumUp(line);
        line.works = works;
        working += works ? 1 : -1;
        if (works) {
            add(line);
        } else {
            remove(line);
        }
        isAlone();
        isCrowded(wasCrowded);
    }

    /* As above: a lock that is acquired without a wait interrupts nothing. */
    private void isCrowded(boolean was) {
        boolean is = working > processors;
        if (is && !was) {
            crowdedSinceNanos = crowdedUntilNanos == nowNanos ? crowdedSinceNanos : nowNanos;
        } else if (was && !is) {
            crowdedUntilNanos = nowNanos;
            if (nowNanos - crowdedSinceNanos > longestCrowdedNanos) {
                longestCrowdedNanos = nowNanos - crowdedSinceNanos;
                longestCrowdedFromNanos = crowdedSinceNanos;
            }
        }
    }

    /* The work of a thread while more threads than processors work is the growth of that time meanwhile. */
    private void sumUp(Line line) {
        if (line.works) {
            line.crowdedNanos += crowdedNanos - line.crowdedBefore;
        }
        line.crowdedBefore = crowdedNanos;
    }

    /* A lock that is acquired without a wait interrupts the work for no time. */
    private void isAlone() {
        Line only = first;
        if (working == 1 && only != null) {
            boolean goesOn = only.threadId == aloneThread && aloneUntilNanos == nowNanos;
            aloneSinceNanos = goesOn ? aloneSinceNanos : nowNanos;
            aloneThread = only.threadId;
        }
    }

    private void isAloneNoMore() {
        if (working == 1) {
            aloneUntilNanos = nowNanos;
            if (nowNanos - aloneSinceNanos > longestNanos) {
                longestNanos = nowNanos - aloneSinceNanos;
                longestFromNanos = aloneSinceNanos;
                longestThread = aloneThread;
            }
        }
    }

    private void add(Line line) {
        Line second = first;
        line.previous = null;
        line.next = second;
        if (second != null) {
            second.previous = line;
        }
        first = line;
    }

    private void remove(Line line) {
        Line before = line.previous;
        Line after = line.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        }
        line.previous = null;
        line.next = null;
    }

    /**
     * Assigns the time of the thread up to now to this part, and to this pool (0 for none). Returns how long the thread was the only working one.
     */
    long was(Line line, int part, long pool, long timeNanos) {
        passTo(timeNanos);
        sumUp(line);
        if (line.crowdedNanos > 0) {
            if (part >= crowded.length) {
                crowded = Arrays.copyOf(crowded, Math.max(part + 1, 2 * crowded.length));
            }
            crowded[part] += line.crowdedNanos;
            crowdedPools.at(pool).nanos += line.crowdedNanos;
            line.crowdedNanos = 0;
        }
        long aloneNanos = line.aloneNanos;
        if (aloneNanos > 0) {
            if (part >= alone.length) {
                alone = Arrays.copyOf(alone, Math.max(part + 1, 2 * alone.length));
            }
            alone[part] += aloneNanos;
            line.aloneNanos = 0;
        }
        return aloneNanos;
    }

    void combined(AloneStep more) {
        combining.merge(more.codeptrRa(), more, AloneStep::and);
    }

    void split(AloneStep more) {
        splitting.merge(more.codeptrRa(), more, AloneStep::and);
    }

    /** Adds work that several threads could have done. */
    void worksInTeam(long workNanos) {
        teamNanos += workNanos;
    }

    /** Nothing is known of the time until then: no thread works. */
    void pause(long untilNanos) {
        nowNanos = untilNanos;
    }

    void end(long timeNanos) {
        passTo(timeNanos);
        isAloneNoMore();
    }
}
