package org.ompt4j.agent.live;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ThreadContext;

/**
 * The holders of the mutexes for which threads wait, according to the JVM: the owner of a monitor, and of a lock that tells its owner; also the
 * threads that wait for each other. The JVM is asked about one waiting thread of each mutex, without its stack, which stops no thread.
 *
 * <p>No class of {@code java.lang.management} is loaded before a look sees a thread that waits for a mutex. Without that module, holders are
 * unknown.
 *
 * <p>Thread safety: one thread at a time.
 */
final class LockHolders {
    /** The largest number of mutexes whose holders are read at one look. */
    private static final int MOST = 20;

    private final Map<Long, ThreadContext> waiters = new HashMap<>();
    private @Nullable Question question;
    private boolean missing;

    /** Begins a look. */
    void begin() {
        waiters.clear();
    }

    /** Adds a thread that waits for a mutex at this look. */
    void waits(ThreadContext thread, long waitId) {
        if (waiters.size() < MOST && waitId != 0 && thread.javaThreadId() != 0) {
            waiters.putIfAbsent(waitId, thread);
        }
    }

    /** Reports the holders of the mutexes for which threads still wait. */
    void tell(Tally tally) {
        if (waiters.isEmpty() || missing) {
            tally.deadlocked(List.of());
            return;
        }
        try {
            tellAll(tally);
        } catch (RuntimeException | LinkageError unusable) {
            missing = true;
        }
    }

    private void tellAll(Tally tally) {
        Question asked = question;
        if (asked == null) {
            asked = new Question();
            question = asked;
        }
        for (Map.Entry<Long, ThreadContext> each : waiters.entrySet()) {
            ThreadContext waiter = each.getValue();
            String owner = asked.ownerOfWhatBlocks(waiter.javaThreadId());
            // Otherwise the thread waits for another mutex by now, with another owner.
            if (owner != null
                    && waiter.waitId() == each.getKey()
                    && waiter.state().isForMutex()) {
                tally.holds(owner, each.getKey());
            }
        }
        List<Long> suspects =
                waiters.values().stream().map(ThreadContext::javaThreadId).toList();
        tally.deadlocked(LiveDeadlocks.find(suspects, asked::waiting));
    }

    /** A class of its own, since it names types of a module that may be missing. */
    private static final class Question {
        private static final Pattern SYNCHRONIZER =
                Pattern.compile("(?<=^java\\.util\\.concurrent\\.locks\\.\\w{1,100})\\$(?:Nonfair|Fair)Sync$");

        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

        @Nullable
        String ownerOfWhatBlocks(long javaThreadId) {
            ThreadInfo info = threads.getThreadInfo(javaThreadId, 0);
            return info == null ? null : info.getLockOwnerName();
        }

        LiveDeadlocks.@Nullable Waiting waiting(long javaThreadId) {
            ThreadInfo info = threads.getThreadInfo(javaThreadId, 0);
            if (info == null || info.getLockOwnerId() < 0 || info.getThreadState() == Thread.State.TIMED_WAITING) {
                return null;
            }
            LockInfo lock = info.getLockInfo();
            return new LiveDeadlocks.Waiting(
                    javaThreadId,
                    info.getThreadName(),
                    info.getBlockedCount() + info.getWaitedCount(),
                    lock == null ? LiveWindow.UNKNOWN : nameOf(lock.getClassName()),
                    info.getLockOwnerId());
        }

        /** The JVM names the class inside of a lock on which the thread waits; the tables name the lock. */
        private static String nameOf(String className) {
            return SYNCHRONIZER.matcher(className).replaceFirst("");
        }
    }
}
