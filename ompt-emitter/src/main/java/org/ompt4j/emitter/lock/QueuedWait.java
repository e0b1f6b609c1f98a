package org.ompt4j.emitter.lock;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.SampledSites;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.MutexKind;

/**
 * The wait of one thread in a synchronizer's queue. No other wait can begin inside it, since only code of the JDK runs there.
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

    /** The call site at which the thread last waited for a lock that is not internal to a class of the JDK; 0 if it is not known. */
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

    /** The thread is about to enter the queue. Returns false if this is not reported. */
    boolean begin(ThreadContext c, QueuedFor what, Object synchronizer, boolean timed) {
        boolean isFirst = WaitIds.ifKnown(synchronizer) == 0;
        MutexKind itsKind = what.kind(timed);
        // A taskwait that was reported at its call has a call site.
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

    /** The class to which the lock belongs internally. If a program has many locks of its own, this is not looked up for each of them. */
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

    /**
     * The thread has left the queue. No effect if it entered the queue in an earlier epoch. Of a virtual thread that waited for something to be done
     * nothing but the wait itself is kept, so this may be the entry of another one.
     */
    void end(ThreadContext c, boolean acquired) {
        QueuedFor ended = queuedFor;
        MutexKind itsKind = kind;
        queuedFor = null;
        if (ended == null) {
            Taskwaits.waitEnd(c);
        } else if (itsKind == null) {
            Taskwaits.waitEnd(c, ended.construct);
        } else if (acquired) {
            Mutexes.acquired(c, ended.construct, itsKind, ended.impl, waitId, callSite, beginNanos);
        } else {
            Mutexes.leftQueue(c, ended.construct, itsKind, ended.impl, waitId, callSite, beginNanos);
        }
    }
}
