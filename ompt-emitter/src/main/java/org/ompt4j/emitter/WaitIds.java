package org.ompt4j.emitter;

import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;

/**
 * Wait ids of objects without an added field: locks, monitors, barriers that were loaded early.
 *
 * <p>Thread safety: any thread; looking up a known object takes no lock.
 */
public final class WaitIds {
    /*
     * Overview. A weak identity map in stripes, see WeakStripe. Identity hashes are in the object's header; the caller takes them before the monitor
     * is entered, which avoids inflating the monitor on JDK 17. When a watched object becomes unreachable, the garbage collector puts its entry into
     * a queue. takeUnreachable takes entries from the queue, or, after a sweep, ids from `gone`.
     */
    private static final ReferenceQueue<Object> UNREACHABLE = new ReferenceQueue<>();
    private static final int FIRST_HALF = 0;

    /** For constructs that users define: an object can be a defined lock and a monitor, which are two mutexes. */
    private static final int SECOND_HALF = WeakStripe.STRIPES;

    private static final WeakStripe[] ALL = WeakStripe.newStripes(2 * WeakStripe.STRIPES);

    /** {@code Thread.threadId()} does not exist before Java 19, and {@code getId()} can be overridden by the application. */
    private static final long THREAD_NUMBER_OFFSET = Memory.fieldOffset(Thread.class, "tid");

    private static final Object GONE_LOCK = new Object();

    /** Ids of watched objects that are gone and were not taken yet. */
    private static long[] gone = new long[0];

    private static int goneCount;

    private WaitIds() {}

    /** The wait id of an object, which is given at the first call; never 0, and the same as long as the object lives. */
    public static long of(Object object, Construct construct) {
        return of(object, construct, object.getClass());
    }

    /** The wait id of an object that stands for another one. The object is shown as one of the class {@code shownAs}. */
    public static long of(Object object, Construct construct, Class<?> shownAs) {
        return of(object, construct, shownAs, null);
    }

    /**
     * As {@link #of(Object, Construct, Class)}, for an object that may belong to a class, such as the lock for its initialization.
     *
     * @param owner the name of that class; null if there is none
     */
    public static long of(Object object, Construct construct, Class<?> shownAs, @Nullable String owner) {
        return known(object, construct, shownAs, owner, FIRST_HALF, false).id;
    }

    /** The wait id of a new object that stands for another one; {@link #takeUnreachable} returns the id after the object has become unreachable. */
    public static long ofWatched(Object object, Construct construct, Class<?> shownAs) {
        return known(object, construct, shownAs, null, FIRST_HALF, true).id;
    }

    /** The wait id of an object as a mutex or barrier that the user defines; it differs from the object's id as a monitor. */
    public static long ofUsers(Object object, Construct construct) {
        return known(object, construct, object.getClass(), null, SECOND_HALF, false).id;
    }

    private static Known known(
            Object object, Construct construct, Class<?> shownAs, @Nullable String owner, int half, boolean watched) {
        int hash = System.identityHashCode(object);
        WeakStripe stripe = ALL[half + WeakStripe.stripeOf(hash)];
        Known known = (Known) stripe.find(object, hash);
        return known != null ? known : insert(object, hash, stripe, construct, nameOf(object, shownAs, owner), watched);
    }

    /** Of an object that is shown under this name instead of that of a class. */
    private static Known named(Object object, Construct construct, String name) {
        int hash = System.identityHashCode(object);
        WeakStripe stripe = ALL[FIRST_HALF + WeakStripe.stripeOf(hash)];
        Known known = (Known) stripe.find(object, hash);
        return known != null ? known : insert(object, hash, stripe, construct, name, false);
    }

    private static Known insert(
            Object object, int hash, WeakStripe stripe, Construct construct, String name, boolean watched) {
        synchronized (stripe) {
            Known known = (Known) stripe.find(object, hash);
            if (known == null) {
                known = new Known(object, hash, Ids.takeOne(), watched);
                stripe.add(known);
                Definitions.waitObject(known.id, construct, name);
            }
            return known;
        }
    }

    /**
     * The name under which an object is shown: that of the class {@code shownAs}; for a class object its literal, as in {@code Main.class}; for an
     * object that belongs to a class, the name of that class.
     */
    private static String nameOf(Object object, Class<?> shownAs, @Nullable String owner) {
        if (owner != null) {
            return owner.concat("'s ").concat(shownAs.getSimpleName());
        }
        return object instanceof Class<?> type ? type.getTypeName() + ".class" : shownAs.getName();
    }

    /** The JVM's number of the thread; 0 if it cannot be read. */
    static long numberOf(Thread thread) {
        return THREAD_NUMBER_OFFSET == Memory.NO_FIELD ? 0 : Memory.UNSAFE.getLong(thread, THREAD_NUMBER_OFFSET);
    }

    /**
     * The wait id of a virtual thread: {@link RecordSink#FIRST_VIRTUAL_THREAD} plus the thread's own number. There can be millions of virtual
     * threads, so nothing is stored or defined for them.
     */
    public static long ofVirtual(Thread thread, Construct construct) {
        return THREAD_NUMBER_OFFSET == Memory.NO_FIELD ? of(thread, construct) : ofVirtual(thread);
    }

    /** As {@link #ofVirtual(Thread, Construct)}, if virtual threads exist, which always have numbers. */
    static long ofVirtual(Thread thread) {
        return RecordSink.FIRST_VIRTUAL_THREAD + numberOf(thread);
    }

    /** Takes the wait id of a watched object that has become unreachable, each once; 0 if there is none. */
    public static long takeUnreachable() {
        synchronized (GONE_LOCK) {
            if (goneCount > 0) {
                return gone[--goneCount];
            }
        }
        Object queued = UNREACHABLE.poll();
        return queued == null ? 0 : ((Known) queued).id;
    }

    /** Drops entries of objects that the garbage collector has freed; called after a collection. */
    static void sweep() {
        WeakStripe.sweep(ALL);
        Definitions.shrink();
        synchronized (GONE_LOCK) {
            for (Object queued = UNREACHABLE.poll(); queued != null; queued = UNREACHABLE.poll()) {
                if (goneCount == gone.length) {
                    gone = Arrays.copyOf(gone, 2 * goneCount + 16);
                }
                gone[goneCount++] = ((Known) queued).id;
            }
            if (gone.length != goneCount) {
                gone = Arrays.copyOf(gone, goneCount);
            }
        }
    }

    /** How many objects have entries, including objects that are gone and have not been swept. */
    static int count() {
        return WeakStripe.count(ALL);
    }

    /** Removes every object; an object that comes again gets another id. */
    static void forget() {
        WeakStripe.clear(ALL);
        Object queued;
        do {
            queued = UNREACHABLE.poll();
        } while (queued != null);
        synchronized (GONE_LOCK) {
            goneCount = 0;
        }
    }

    /** The id of an object if it has one, else 0. */
    public static long ifKnown(Object object) {
        int hash = System.identityHashCode(object);
        Known known = (Known) ALL[WeakStripe.stripeOf(hash)].find(object, hash);
        return known == null ? 0 : known.id;
    }

    /**
     * A cache of the last objects that one thread has used. Objects that threads wait for have inflated monitors, and the identity hash of such an
     * object can only be read by a call into the JVM; comparing a few references is much faster.
     *
     * <p>Thread safety: the thread it belongs to, in one epoch.
     */
    public static final class Recent {
        private static final int MOST = 4;

        private final @Nullable Known[] known = new Known[MOST];
        private int next;

        /** As {@link WaitIds#of(Object, Construct)}. */
        public long of(Object object, Construct construct) {
            long id = find(object);
            if (id != 0) {
                return id;
            }
            return keep(WaitIds.known(object, construct, object.getClass(), null, FIRST_HALF, false));
        }

        /** As {@link #of}, for an object that is shown under this name instead of that of its class. */
        public long ofNamed(Object object, Construct construct, String name) {
            long id = find(object);
            return id != 0 ? id : keep(WaitIds.named(object, construct, name));
        }

        private long keep(Known found) {
            known[next] = found;
            next = (next + 1) % MOST;
            return found.id;
        }

        /** As {@link WaitIds#ifKnown}. */
        public long ifKnown(Object object) {
            long id = find(object);
            return id != 0 ? id : WaitIds.ifKnown(object);
        }

        private long find(Object object) {
            for (Known each : known) {
                if (each != null && each.refersTo(object)) {
                    return each.id;
                }
            }
            return 0;
        }
    }

    private static final class Known extends WeakStripe.Entry {
        final long id;
        private final boolean watched;

        Known(Object object, int hash, long id, boolean watched) {
            super(object, hash, watched ? UNREACHABLE : null);
            this.id = id;
            this.watched = watched;
        }

        @Override
        WeakStripe.Entry copy(Object object) {
            return new Known(object, hash(), id, watched);
        }

        @Override
        void replaced() {
            if (watched) {
                // The copy is put into the queue when the object is gone. A reader of the former table that misses the
                // entry looks again, with the lock.
                clear();
            }
        }

        @Override
        void dropped() {
            Definitions.forgetWaitObject(id);
        }
    }
}
