import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Estimates how long threads have worked, waited and idled, from samples of their states.
 *
 * <p>The times of samples are random, so that they cannot be in step with the program. A sampler needs a processor like the threads that it
 * samples: without one it takes its next sample only when one of them stops. The time until then is not part of the profile: it covers only the
 * windows in which the sampler had a processor.
 *
 * <p>Each sample represents half of the time to its neighbours in its window. The confidence interval is that of as many independent samples of all
 * threads: at least 95 % whatever the program does, and more if states change more slowly than samples are taken.
 */
final class Profile {
    enum Kind { WORK, WAIT, IDLE }

    private record Moment(long time, int[] threads) {}

    private static final long MOST_APART_NANOS = 1_000_000;
    private static final long KEPT_AWAY_NANOS = 2 * MOST_APART_NANOS;
    private static final double NORMAL_95 = 1.96;

    private final List<Moment> moments = new ArrayList<>();

    /** Waits until the next sample is due. */
    static void pause() {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1, MOST_APART_NANOS));
    }

    /**
     * Adds a sample: the number of threads of each kind.
     *
     * @return the time since the previous sample, in nanoseconds; 0 if a window begins
     */
    long add(long time, int[] threads) {
        moments.add(new Moment(time, threads.clone()));
        return sinceTheOneBefore(moments.size() - 1);
    }

    private long sinceTheOneBefore(int at) {
        if (at <= 0 || at >= moments.size()) {
            return 0;
        }
        long nanos = moments.get(at).time - moments.get(at - 1).time;
        return nanos > KEPT_AWAY_NANOS ? 0 : nanos;
    }

    void print(String tool) {
        long samples = 0;
        for (int i = 0; i < moments.size(); i++) {
            if (weight(i) > 0) {
                for (int each : moments.get(i).threads) {
                    samples += each;
                }
            }
        }
        System.err.println(tool + ": samples " + samples);
        printWindows(tool);
        for (Kind each : Kind.values()) {
            print(tool, each);
        }
    }

    private double weight(int at) {
        return (sinceTheOneBefore(at) + sinceTheOneBefore(at + 1)) / 2.0;
    }

    private void printWindows(String tool) {
        long from = 0;
        for (int i = 0; i < moments.size(); i++) {
            long time = moments.get(i).time;
            if (sinceTheOneBefore(i) == 0) {
                from = time;
            }
            if (sinceTheOneBefore(i + 1) == 0 && time > from) {
                System.err.println(tool + ": window " + from + " " + time);
            }
        }
    }

    private void print(String tool, Kind kind) {
        double nanos = 0;
        double sampled = 0;
        for (int i = 0; i < moments.size(); i++) {
            nanos += weight(i) * moments.get(i).threads[kind.ordinal()];
            sampled += weight(i);
        }
        double mean = nanos / sampled;
        double variance = 0;
        for (int i = 0; i < moments.size(); i++) {
            double off = weight(i) * (moments.get(i).threads[kind.ordinal()] - mean);
            variance += off * off;
        }
        System.err.println(tool + ": " + kind + " " + (long) nanos + " " + (long) (NORMAL_95 * Math.sqrt(variance)));
    }
}
