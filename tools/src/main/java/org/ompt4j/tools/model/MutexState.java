package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A mutex while a thread holds it or tries to acquire it. */
final class MutexState {
    final long waitId;
    /** In the order in which they were acquired; several where it is shared. */
    final List<MutexHold> holds = new ArrayList<>(1);

    final List<MutexWait> attempts = new ArrayList<>(1);
    /** The waits of these attempts by call site, path and first holder, as far as nobody is blamed for them yet. */
    private final List<Site> sites = new ArrayList<>(1);

    /** From when on nobody is blamed. */
    long sinceNanos;
    /** Who held it as what nobody is blamed for yet began to be waited. */
    Culprit firstOwner = Culprit.UNKNOWN;
    /** Who was last seen to hold it and not to release it, with the call site that acquired it if that is known; else null. */
    @Nullable
    Culprit seenHolder;

    /** Whether the last thing that is known is that it was released. */
    boolean isReleased;
    /** When it was. */
    long releasedNanos;

    /** What threads that wait at one call site and path have waited since {@link #sinceNanos}: the sum of now − begin. */
    private static final class Site {
        final int codeptrRa;
        final int path;
        final @Nullable Culprit first;
        int waiting;
        /** Of their ids: that of the only one, if there is one. */
        long sumOfThreads;

        long sumOfBegins;
        /** Since when a thread has waited here for which nobody is blamed yet. */
        long fromNanos = Long.MAX_VALUE;
        /** Of threads that no longer wait. */
        long leftNanos;
        /** Which of them waited in this part; 0 for none, {@link Culprit#SEVERAL}. */
        long left;

        Site(MutexWait wait, @Nullable Culprit first) {
            this.codeptrRa = wait.acquire().codeptrRa();
            this.path = wait.path();
            this.first = first;
        }

        void waits(long threadId, long beginNanos) {
            waiting++;
            sumOfThreads += threadId;
            sumOfBegins += beginNanos;
            fromNanos = Math.min(fromNanos, beginNanos);
        }

        void leaves(long threadId, long beginNanos, long timeNanos) {
            waiting--;
            sumOfThreads -= threadId;
            sumOfBegins -= beginNanos;
            leftNanos += timeNanos - beginNanos;
            if (timeNanos > beginNanos) {
                left = withLeft(threadId);
            }
        }

        private long withLeft(long threadId) {
            return left == 0 ? threadId : Culprit.oneOrSeveral(left, threadId);
        }

        /** The only thread that waits or has waited in this part, or {@link Culprit#SEVERAL}. */
        long waiter() {
            return switch (waiting) {
                case 0 -> left;
                case 1 -> withLeft(sumOfThreads);
                default -> Culprit.SEVERAL;
            };
        }
    }

    /** Takes what was waited at one call site and path, by whom, and who held the mutex first, see {@link MutexWait#first}. */
    interface Share {
        void of(int codeptrRa, int path, long waiter, @Nullable Culprit first, long nanos);
    }

    /** Takes who held the mutex first, and since when somebody has waited. */
    interface Since {
        void of(@Nullable Culprit first, long fromNanos);
    }

    MutexState(long waitId) {
        this.waitId = waitId;
    }

    /** The attempt is a wait, and has been one since it began. */
    void waits(MutexWait wait) {
        if (wait.waits) {
            return;
        }
        wait.waits = true;
        site(wait, wait.first).waits(wait.acquire().threadId(), begin(wait));
    }

    private long begin(MutexWait wait) {
        return Math.max(sinceNanos, wait.acquire().timeNanos());
    }

    /** From when on open attempts can still be asked about. */
    void addBegins(Collection<Long> to) {
        for (int i = 0; i < attempts.size(); i++) {
            to.add(begin(attempts.get(i)));
        }
    }

    /** The attempt is over; what it waited since anybody was blamed is kept. */
    void leaves(MutexWait wait, long timeNanos) {
        attempts.remove(wait);
        if (wait.waits) {
            site(wait, wait.first).leaves(wait.acquire().threadId(), begin(wait), timeNanos);
        }
    }

    /** Whether a thread waits, or has done so, and nobody is blamed for it yet. */
    boolean isWaitedFor() {
        return !sites.isEmpty();
    }

    /** Since when a thread waits, or has waited, for which nobody is blamed yet; what is waited then is not empty. */
    long waitedSinceNanos() {
        long since = Long.MAX_VALUE;
        for (int i = 0; i < sites.size(); i++) {
            since = Math.min(since, sites.get(i).fromNanos);
        }
        return since;
    }

    /** Whether nobody was seen to acquire it since its last release, and a thread has waited since then. */
    boolean isWaitedForSinceRelease() {
        for (int i = 0; i < attempts.size() && isReleased; i++) {
            if (attempts.get(i).acquire().timeNanos() <= releasedNanos) {
                return true;
            }
        }
        return false;
    }

    /** Whether those before this one of the sites have another holder. */
    private boolean isFirstOf(int site, @Nullable Culprit holder) {
        for (int i = 0; i < site; i++) {
            if (Objects.equals(sites.get(i).first, holder)) {
                return false;
            }
        }
        return true;
    }

    /** Tells since when somebody has waited for whom nobody is blamed yet, once for each that held the mutex first; before {@link #divide}. */
    void sinceWhen(long timeNanos, Since since) {
        for (int i = 0; i < sites.size(); i++) {
            Culprit first = sites.get(i).first;
            if (!isFirstOf(i, first)) {
                continue;
            }
            long from = sites.get(i).fromNanos;
            for (int j = i + 1; j < sites.size(); j++) {
                from = Objects.equals(sites.get(j).first, first) ? Math.min(from, sites.get(j).fromNanos) : from;
            }
            if (from < timeNanos) {
                since.of(first, from);
            }
        }
    }

    /** Divides what was waited until now; what comes later is another part. */
    void divide(long timeNanos, Share share) {
        boolean anyLeft = false;
        for (int i = 0; i < sites.size(); i++) {
            Site each = sites.get(i);
            long nanos = each.waiting * timeNanos - each.sumOfBegins + each.leftNanos;
            each.sumOfBegins = each.waiting * timeNanos;
            each.fromNanos = timeNanos;
            each.leftNanos = 0;
            long waiter = each.waiter();
            each.left = 0;
            anyLeft |= each.waiting == 0;
            if (nanos > 0) {
                share.of(each.codeptrRa, each.path, waiter, each.first, nanos);
            }
        }
        if (anyLeft) {
            sites.removeIf(each -> each.waiting == 0);
        }
        sinceNanos = timeNanos;
    }

    /** Who holds the mutex from now on, for those that go on waiting; right after {@link #divide}. */
    void isHeldFirstBy(Culprit holder) {
        sites.clear();
        for (int i = 0; i < attempts.size(); i++) {
            MutexWait each = attempts.get(i);
            each.first = holder;
            if (each.waits) {
                site(each, holder).waits(each.acquire().threadId(), begin(each));
            }
        }
    }

    private Site site(MutexWait wait, @Nullable Culprit first) {
        int codeptrRa = wait.acquire().codeptrRa();
        for (int i = 0; i < sites.size(); i++) {
            Site each = sites.get(i);
            if (each.codeptrRa == codeptrRa && each.path == wait.path() && Objects.equals(each.first, first)) {
                return each;
            }
        }
        Site site = new Site(wait, first);
        sites.add(site);
        return site;
    }

    @Nullable
    MutexWait attemptOf(long threadId) {
        for (int i = attempts.size() - 1; i >= 0; i--) {
            if (attempts.get(i).acquire().threadId() == threadId) {
                return attempts.get(i);
            }
        }
        return null;
    }

    /** Whether another thread holds it so that this one has to wait. */
    boolean excludes(MutexWait wait) {
        for (int i = 0; i < holds.size(); i++) {
            MutexHold each = holds.get(i);
            if (each.threadId() != wait.acquire().threadId() && each.excludes(wait.asksForShare())) {
                return true;
            }
        }
        return false;
    }

    boolean isHeldByOtherThan(long threadId) {
        for (int i = 0; i < holds.size(); i++) {
            MutexHold each = holds.get(i);
            if (each.threadId() != threadId) {
                return true;
            }
        }
        return false;
    }

    boolean isHeldAloneBy(long threadId) {
        for (int i = 0; i < holds.size(); i++) {
            MutexHold each = holds.get(i);
            if (each.threadId() == threadId && !each.isShared()) {
                return true;
            }
        }
        return false;
    }

    boolean isHeldBy(long threadId) {
        for (int i = 0; i < holds.size(); i++) {
            MutexHold each = holds.get(i);
            if (each.threadId() == threadId) {
                return true;
            }
        }
        return false;
    }
}
