package org.ompt4j.emitter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;

/**
 * Texts behind the small numbers in events: call sites, bodies, wait objects.
 *
 * <p>Thread safety: any thread. Numbers are handed out when a class is rewritten, a call site or a body is first seen or an object is first
 * waited for: rare enough for {@code synchronized}. A sink that is set later gets all earlier definitions.
 */
public final class Definitions {
    private static final Object LOCK = new Object();
    /** Without the lock: where the stack is walked for a call site, threads ask for the same few again and again. */
    private static final ConcurrentMap<String, Integer> CALL_SITE_IDS = new ConcurrentHashMap<>();

    private static final List<String> CALL_SITES = new ArrayList<>();
    private static final Map<String, Integer> BODY_IDS = new HashMap<>();
    private static final List<String> BODIES = new ArrayList<>();
    /** How large the map of wait objects may be, compared to what is in it, before it is made anew. */
    private static final int TOO_LARGE = 8;

    private static final int SMALL = 256;

    /** One for each construct and class. */
    private static final Map<WaitObject, WaitObject> KINDS_OF_WAIT_OBJECTS = new HashMap<>();

    /** Who learns of what is defined from now on. */
    private static @Nullable RecordSink receiver;

    private static Map<Long, WaitObject> waitObjects = new HashMap<>();
    /** The largest size of the map since it was made. */
    private static int mostWaitObjects;

    /** What two of them have in common is compared here: the JVM links such methods of a record at their first call, which takes 30 ms in a wait. */
    private record WaitObject(Construct construct, String className) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof WaitObject that && construct == that.construct && className.equals(that.className);
        }

        @Override
        public int hashCode() {
            return 31 * construct.ordinal() + className.hashCode();
        }
    }

    private Definitions() {}

    /**
     * The id of a source position, at least 1; the same text always has the same id.
     *
     * @param text {@code pkg.Class.method(File.java:line)}
     */
    public static int callSite(String text) {
        Integer known = CALL_SITE_IDS.get(text);
        return known != null ? known : newCallSite(text);
    }

    private static int newCallSite(String text) {
        synchronized (LOCK) {
            Integer known = CALL_SITE_IDS.get(text);
            if (known != null) {
                return known;
            }
            CALL_SITES.add(text);
            int id = CALL_SITES.size();
            RecordSink sink = receiver;
            if (sink != null) {
                sink.defineCallSite(id, text);
            }
            CALL_SITE_IDS.put(text, id); // Whoever finds it has a sink that knows it.
            return id;
        }
    }

    /** The text of a call-site id, or null. */
    public static @Nullable String callSiteText(int id) {
        synchronized (LOCK) {
            return id < 1 || id > CALL_SITES.size() ? null : CALL_SITES.get(id - 1);
        }
    }

    /** The id of code that tasks or regions run, at least 1. */
    public static int body(String text) {
        synchronized (LOCK) {
            Integer known = BODY_IDS.get(text);
            if (known != null) {
                return known;
            }
            BODIES.add(text);
            int id = BODIES.size();
            BODY_IDS.put(text, id);
            RecordSink sink = receiver;
            if (sink != null) {
                sink.defineBody(id, text);
            }
            return id;
        }
    }

    /** The text of a body id, or null. */
    public static @Nullable String bodyText(int id) {
        synchronized (LOCK) {
            return id < 1 || id > BODIES.size() ? null : BODIES.get(id - 1);
        }
    }

    static void waitObject(long waitId, Construct construct, String className) {
        synchronized (LOCK) {
            WaitObject fresh = new WaitObject(construct, className);
            WaitObject known = KINDS_OF_WAIT_OBJECTS.putIfAbsent(fresh, fresh);
            waitObjects.put(waitId, known == null ? fresh : known);
            mostWaitObjects = Math.max(mostWaitObjects, waitObjects.size());
            RecordSink sink = receiver;
            if (sink != null) {
                sink.defineWaitId(waitId, construct, className);
            }
        }
    }

    static void forgetWaitObject(long waitId) {
        synchronized (LOCK) {
            waitObjects.remove(waitId);
        }
    }

    /** Gives back the room of what was forgotten: a hash map never shrinks by itself. */
    static void shrink() {
        synchronized (LOCK) {
            if (mostWaitObjects > SMALL && waitObjects.size() < mostWaitObjects / TOO_LARGE) {
                waitObjects = new HashMap<>(waitObjects);
                mostWaitObjects = waitObjects.size();
            }
        }
    }

    /** Forgets the objects that were waited for; call sites and bodies stand in rewritten code and stay what they are. */
    static void forgetObjects() {
        synchronized (LOCK) {
            waitObjects = new HashMap<>();
            mostWaitObjects = 0;
            KINDS_OF_WAIT_OBJECTS.clear();
        }
    }

    /** The class of the object that a wait id names, or null if it is not (or no longer) known. */
    public static @Nullable String waitObjectClass(long waitId) {
        synchronized (LOCK) {
            WaitObject known = waitObjects.get(waitId);
            if (known != null) {
                return known.className();
            }
            // Nothing is kept of virtual threads and permits.
            if (RecordSink.isPermit(waitId)) {
                return RecordSink.PERMIT;
            }
            return waitId >= RecordSink.FIRST_VIRTUAL_THREAD ? RecordSink.VIRTUAL_THREAD : null;
        }
    }

    /** Gives a sink that is not the present one everything defined so far and makes it the one that learns of what follows. */
    static void handOver(@Nullable RecordSink sink, Runnable publish) {
        synchronized (LOCK) {
            if (sink != null && sink != receiver) {
                for (int i = 0; i < CALL_SITES.size(); i++) {
                    sink.defineCallSite(i + 1, CALL_SITES.get(i));
                }
                for (int i = 0; i < BODIES.size(); i++) {
                    sink.defineBody(i + 1, BODIES.get(i));
                }
                for (Map.Entry<Long, WaitObject> each : waitObjects.entrySet()) {
                    sink.defineWaitId(
                            each.getKey(),
                            each.getValue().construct(),
                            each.getValue().className());
                }
            }
            publish.run();
            receiver = sink;
        }
    }
}
