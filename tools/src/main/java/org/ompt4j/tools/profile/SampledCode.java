package org.ompt4j.tools.profile;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ompt4j.ompt.State;

/**
 * The program's code in which threads were sampled at work, for a limited time back.
 *
 * <p>Memory grows with threads, up to a limit, not with samples: only the latest samples of each thread are kept. Thread safety: none.
 */
public final class SampledCode {
    private static final int MOST_OF_A_THREAD = 1_024;

    /** How many samples of all threads together are kept at most; but a few are kept for each thread. */
    private static final int MOST = 512_000;

    private static final int FEWEST_OF_A_THREAD = 16;

    /** If there would be more threads, all are forgotten, including recent samples; most of these threads have ended. */
    private static final int MOST_THREADS = 20_000;

    private final Samples samples;
    private final Map<Long, Latest> threads = new HashMap<>();

    /** Takes the code of one sample: the innermost method of the program, or a pseudo frame. */
    public interface Taker {
        void in(String code);
    }

    /** The latest samples of one thread, in the order of time. */
    private final class Latest {
        final long threadId;
        /** The index of the first sample that was not looked at yet, and below the time of that sample. */
        int next;

        long nextNanos;
        /** The time up to which samples were looked at. */
        long untilNanos = Long.MIN_VALUE;

        long[] nanos = new long[4];
        int[] at = new int[4];
        int size;

        Latest(long threadId) {
            this.threadId = threadId;
            moveTo(Long.MIN_VALUE);
        }

        private void moveTo(long fromNanos) {
            next = samples.find(threadId, fromNanos);
            nextNanos = samples.nanos(threadId, next);
        }

        void worked(long fromNanos, long toNanos) {
            long from = Math.max(fromNanos, untilNanos);
            untilNanos = Math.max(untilNanos, toNanos);
            if (nextNanos >= toNanos) {
                return;
            }
            if (nextNanos < from) {
                moveTo(from);
            }
            while (nextNanos < toNanos) {
                add(nextNanos, next);
                next++;
                nextNanos = samples.nanos(threadId, next);
            }
        }

        private void add(long timeNanos, int number) {
            int most = Math.max(FEWEST_OF_A_THREAD, Math.min(MOST_OF_A_THREAD, MOST / threads.size()));
            if (size >= most) {
                // Drops half of them at once, so that this happens rarely.
                int kept = most / 2;
                System.arraycopy(nanos, size - kept, nanos, 0, kept);
                System.arraycopy(at, size - kept, at, 0, kept);
                size = kept;
            }
            if (size == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * size);
                at = Arrays.copyOf(at, 2 * size);
            }
            nanos[size] = timeNanos;
            at[size++] = number;
        }
    }

    public SampledCode(Samples samples) {
        this.samples = samples;
    }

    /**
     * Takes an interval in which a thread worked. The intervals of a thread come in the order of time; one may be repeated from its begin.
     */
    public void worked(long threadId, long fromNanos, long toNanos) {
        Latest latest = threads.get(threadId);
        if (latest == null) {
            forgetIfMany();
            latest = new Latest(threadId);
            threads.put(threadId, latest);
        }
        latest.worked(fromNanos, toNanos);
    }

    private void forgetIfMany() {
        if (threads.size() >= MOST_THREADS) {
            threads.clear();
        }
    }

    /** Passes the code of the thread's samples at work, from this time on, to the taker; samples in the agent's own code are left out. */
    public void since(long fromNanos, long threadId, Taker taker) {
        Latest latest = threads.get(threadId);
        if (latest == null) {
            return;
        }
        for (int i = latest.size - 1; i >= 0 && latest.nanos[i] >= fromNanos; i--) {
            String code = code(samples.sample(latest.at[i]));
            if (!code.equals(UserFrames.OBSERVATION)) {
                taker.in(code);
            }
        }
    }

    private static String code(Sample sample) {
        String missing = UserStacks.reasonWithoutFrames(sample);
        if (!missing.isEmpty()) {
            return PseudoFrames.noStack(missing);
        }
        UserFrames frames = UserFrames.of(sample.frames(), sample.isCutOff(), true);
        return frames.outermostFirst().isEmpty()
                ? PseudoFrames.of(State.WORK_SERIAL)
                : frames.outermostFirst().get(frames.outermostFirst().size() - 1);
    }
}
