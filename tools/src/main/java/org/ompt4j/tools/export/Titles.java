package org.ompt4j.tools.export;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.report.Names;

/** The titles of slices: constructs and states by their ids, the rest as in the report. */
final class Titles {
    /** How many composed names are cached at most. */
    private static final int KEPT = 100_000;

    private final Trace trace;
    private final Names names;
    private final Map<Key, String> made = new HashMap<>();

    Titles(Trace trace) {
        this.trace = trace;
        this.names = new Names(trace);
    }

    private record Key(Object what, long where) {}

    String thread(long id) {
        return names.thread(id);
    }

    @Nullable
    String callSite(int codeptrRa) {
        return trace.callSite(codeptrRa);
    }

    String region(TraceEvent begin) {
        return at(begin.construct(), begin.codeptrRa());
    }

    String task(int body, int codeptrRa, Construct construct) {
        return body == 0 && codeptrRa == 0 ? construct.id() : names.code(body, codeptrRa);
    }

    /** @param callSite of the region, if the event has none */
    String sync(SyncRegionKind kind, TraceEvent event, int callSite) {
        return kind == SyncRegionKind.BARRIER_EXPLICIT && names.isKnownObject(event.waitId())
                ? of(kind, event.waitId())
                : at(kind, callSite);
    }

    /** A wait for an object, or whatever else the wait id stands for. */
    String wait(State state, long waitId) {
        return names.isKnownObject(waitId) ? of(state, waitId) : state.specName();
    }

    /** An operation on an object. */
    String object(String verb, long waitId) {
        Key key = new Key(verb, waitId);
        String known = made.get(key);
        return known != null
                ? known
                : kept(key, verb + ' ' + (names.isKnownObject(waitId) ? names.object(waitId) : "#" + waitId));
    }

    private String at(Object what, int callSite) {
        Key key = new Key(what, callSite);
        String known = made.get(key);
        return known != null ? known : kept(key, id(what) + " at " + names.callSite(callSite));
    }

    private String of(Enumerator what, long waitId) {
        Key key = new Key(what, waitId);
        String known = made.get(key);
        return known != null ? known : kept(key, what.specName() + ' ' + names.object(waitId));
    }

    private static String id(Object what) {
        return what instanceof Construct construct ? construct.id() : ((Enumerator) what).specName();
    }

    private String kept(Key key, String name) {
        if (made.size() < KEPT) {
            made.put(key, name);
        }
        return name;
    }
}
