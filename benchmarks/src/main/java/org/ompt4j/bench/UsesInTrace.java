package org.ompt4j.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;

/**
 * {@code UsesInTrace FILE CONSTRUCT} prints whether the benchmark itself has raised an event of a construct, since JMH uses monitors, locks and
 * barriers too. It runs in a JVM of its own, which has the agent jar on its class path.
 *
 * <p>Call sites show which events are those of the benchmark. Parks and input have no call sites: their events are those on the thread on which JMH
 * runs the benchmark, which also loads some classes before.
 */
public final class UsesInTrace {
    static final String USES = "uses";

    private static final String BENCHMARKS = "org.ompt4j.bench.";
    private static final String MADE_BY_JMH = ".jmh_generated.";
    private static final String CONSTRUCTOR = ".<init>(";
    private static final String WORKER = "-jmh-worker-";

    private UsesInTrace() {}

    public static void main(String[] args) throws IOException {
        try (Trace trace = Traces.open(Path.of(args[0]))) {
            System.out.println("@" + USES + (hasUse(trace, args[1]) ? " 1" : " 0"));
        }
    }

    private static boolean hasUse(Trace trace, String construct) throws IOException {
        Set<Long> workers = new HashSet<>();
        for (Trace.TraceThread each : trace.threads()) {
            if (each.name().contains(WORKER)) {
                workers.add(each.id());
            }
        }
        for (CountedEvents each : trace.counted()) {
            if (isOf(each.construct(), construct)
                    && isUse(trace.callSite(each.codeptrRa()), each.construct(), workers.contains(each.threadId()))) {
                return true;
            }
        }
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            TraceEvent each = events.next();
            if (isOf(each.construct(), construct)
                    && isUse(trace.callSite(each.codeptrRa()), each.construct(), workers.contains(each.threadId()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOf(Construct of, String construct) {
        return of.id().equals(construct);
    }

    /** Whether an event with this call site belongs to the measured code, and not to JMH or to the preparation of the benchmark. */
    static boolean isUse(@Nullable String callSite, Construct construct, boolean onWorker) {
        if (callSite == null) {
            return onWorker && (construct == Construct.PARK || construct == Construct.IO);
        }
        return callSite.startsWith(BENCHMARKS) && !callSite.contains(MADE_BY_JMH) && !callSite.contains(CONSTRUCTOR);
    }
}
