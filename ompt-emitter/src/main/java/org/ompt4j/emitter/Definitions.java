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
 * The texts that the small numbers in events stand for: call sites, bodies, wait objects.
 *
 * <p>Thread safety: any thread. A number is given when a class is rewritten, when a call site or a body is first seen, or when an object is first
 * waited for; this is rare enough for {@code synchronized}. A sink that is set later gets all earlier definitions.
 */
public final class Definitions {
    private static final Object LOCK = new Object();
    /** Read without the lock: threads that walk their stacks ask for the same few call sites again and again. */
    private static final ConcurrentMap<String, Integer> CALL_SITE_IDS = new ConcurrentHashMap<>();

    private static final List<String> CALL_SITES = new ArrayList<>();
    private static final Map<String, Integer> BODY_IDS = new HashMap<>();
    private static final List<String> BODIES = new ArrayList<>();
    /** How much larger than its content the map of wait objects may be before it is replaced by a smaller one. */
    private static final int TOO_LARGE = 8;

    private static final int SMALL = 256;

    /** One for each construct and class. */
    private static final Map<WaitObject, WaitObject> KINDS_OF_WAIT_OBJECTS = new HashMap<>();

    /** The sink that gets new definitions. */
    private static @Nullable RecordSink receiver;

    private static Map<Long, WaitObject> waitObjects = new HashMap<>();
    /** The largest size of the map since it was made. */
    private static int mostWaitObjects;

    /**
     * The class has its own {@code equals} and {@code hashCode}: the JVM links those of a record at their first call, which takes 30 ms in the middle
     * of a wait.
     */
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
            CALL_SITE_IDS.put(text, id); // Only now: a thread that finds it here must have a sink that knows it.
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

    /** Frees the memory of removed entries: a hash map never shrinks by itself. */
    static void shrink() {
        synchronized (LOCK) {
            if (mostWaitObjects > SMALL && waitObjects.size() < mostWaitObjects / TOO_LARGE) {
                waitObjects = new HashMap<>(waitObjects);
                mostWaitObjects = waitObjects.size();
            }
        }
    }

    /** Removes the objects that were waited for. Call sites and bodies keep their numbers, since rewritten code contains them. */
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
            // There are no entries for virtual threads and permits.
            if (RecordSink.isPermit(waitId)) {
                return RecordSink.PERMIT;
            }
            return waitId >= RecordSink.FIRST_VIRTUAL_THREAD ? RecordSink.VIRTUAL_THREAD : null;
        }
    }

    /** Makes this sink the one that gets new definitions. If it is another one than before, it first gets all existing definitions. */
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
