package org.ompt4j.emitter.lock;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.SampledSites;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.MutexKind;

/**
 * The wait of one thread in a synchronizer's queue. No other wait can begin in it: nothing but the JDK's own code runs there.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
final class QueuedWait {
    private static final int SLOT = ThreadContext.newSlot();

    private @Nullable QueuedFor queuedFor;
    private @Nullable MutexKind kind;
    private long waitId;
    private int callSite;
    private long beginNanos;

    /** Where the thread has waited last for a lock that no class of the JDK has for itself, as far as it is known. */
    private int notOwnedAt;

    private QueuedWait() {}

    /** That of a thread. */
    static QueuedWait of(ThreadContext c) {
        Object known = c.slot(SLOT);
        if (known != null) {
            return (QueuedWait) known;
        }
        QueuedWait made = new QueuedWait();
        c.setSlot(SLOT, made);
        return made;
    }

    /** The thread is about to queue; false if that is not told. */
    boolean begin(ThreadContext c, QueuedFor what, Object synchronizer, boolean timed) {
        boolean isFirst = WaitIds.ifKnown(synchronizer) == 0;
        MutexKind itsKind = what.kind(timed);
        // A taskwait that was told at its call has a call site.
        int site = itsKind != null || c.tasks().sync() == 0 ? SampledSites.ofObserved(c, isFirst) : 0;
        if (site < 0) {
            return false;
        }
        queuedFor = what;
        kind = itsKind;
        waitId = what.waitId(synchronizer, isFirst && itsKind != null ? ownerOf(site) : null);
        callSite = site;
        if (itsKind == null) {
            Taskwaits.waitBegin(c, what.construct, waitId, callSite);
        } else {
            long holder = LockSync.owner(synchronizer);
            beginNanos = Mutexes.waitBegin(c, what.construct, itsKind, what.impl, waitId, callSite, 0, holder);
        }
        return true;
    }

    /** The class that has the lock for itself. Where a program takes many locks of its own it is not asked for each of them. */
    private @Nullable String ownerOf(int site) {
        if (site != 0 && site == notOwnedAt) {
            return null;
        }
        String owner = JdkCaller.ofFirstWait();
        if (JdkCaller.NONE.equals(owner)) {
            notOwnedAt = site;
            return null;
        }
        return owner;
    }

    /** The thread has left the queue; nothing if it entered it in an earlier epoch, of which this is not. */
    void end(ThreadContext c, boolean acquired) {
        QueuedFor ended = queuedFor;
        MutexKind itsKind = kind;
        queuedFor = null;
        if (ended == null) {
            return;
        }
        if (itsKind == null) {
            Taskwaits.waitEnd(c, ended.construct);
        } else if (acquired) {
            Mutexes.acquired(c, ended.construct, itsKind, ended.impl, waitId, callSite, beginNanos);
        } else {
            Mutexes.leftQueue(c, ended.construct, itsKind, ended.impl, waitId, callSite, beginNanos);
        }
    }
}
