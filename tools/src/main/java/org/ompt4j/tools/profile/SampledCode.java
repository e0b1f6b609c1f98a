package org.ompt4j.tools.profile;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ompt4j.ompt.State;

/**
 * In which code of the program threads were when they were sampled at work, as far back as somebody can ask.
 *
 * <p>Memory grows with threads, up to a limit, not with samples: of each thread the latest ones are kept. Thread safety: none.
 */
public final class SampledCode {
    private static final int MOST_OF_A_THREAD = 1_024;

    /** Of all threads together, or few of each. */
    private static final int MOST = 512_000;

    private static final int FEWEST_OF_A_THREAD = 16;

    /** When there would be more, all are forgotten: samples of a moment ago that somebody may ask for, most of all of threads that have ended. */
    private static final int MOST_THREADS = 20_000;

    private final Samples samples;
    private final Map<Long, Latest> threads = new HashMap<>();

    /** Takes in which code a thread was once: its innermost method of the program, or what stands for others. */
    public interface Taker {
        void in(String code);
    }

    /** Of one thread, in the order of time. */
    private final class Latest {
        final long threadId;
        /** The first sample that was not looked at, and when it was taken. */
        int next;

        long nextNanos;
        /** Up to when samples were looked at. */
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
                // Half of them at once, so that it is done now and then.
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

    /** A stretch of time in which a thread worked; those of a thread in the order of time, though one can be told again from its begin on. */
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

    /** Takes what was sampled of the thread while it worked, from this time on; of samples in the agent's own code nothing. */
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
