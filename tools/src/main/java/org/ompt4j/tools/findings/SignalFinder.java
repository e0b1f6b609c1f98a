package org.ompt4j.tools.findings;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds semaphores and stamped locks that are used as a signal: they are never released by a thread that acquires them. A thread that waits for a
 * signal waits for work. An object that no thread releases or gets is a signal too: a thread that waits for it sleeps until its timeout.
 *
 * <p>If only waits are traced, acquisitions without a wait, and releases while no thread waits, are not seen. So then a signal must be a semaphore
 * whose releases are in other methods than its waits; without releases only one thread may wait for it. Memory grows with such objects, up to a
 * limit: further ones do not count as signals. Thread safety: none.
 */
final class SignalFinder implements MutexListener {
    private static final int OBJECTS = 20_000;

    /** How many threads and call sites are kept for one object; an object with more does not count as a signal. */
    private static final int MOST = 256;

    private final boolean everyOperation;
    private final Map<Long, Use> uses = new HashMap<>();

    /**
     * @param everyOperation whether each acquisition and each release is traced
     */
    SignalFinder(boolean everyOperation) {
        this.everyOperation = everyOperation;
    }

    private static final class Use {
        final Construct construct;
        /** Null when it is known not to be a signal. */
        private @Nullable Set<Long> takers = new HashSet<>(2);

        private final Set<Long> givers = new HashSet<>(2);
        private final Set<Integer> takenAt = new HashSet<>(2);
        private final Set<Integer> givenAt = new HashSet<>(2);
        /** Whether each attempt was given up. */
        private boolean isAlwaysGivenUp = true;

        private long acquired;
        private long released;

        Use(Construct construct) {
            this.construct = construct;
        }

        void take(TraceEvent event, Outcome outcome, boolean counts) {
            acquired += outcome == Outcome.ACQUIRED ? 1 : 0;
            isAlwaysGivenUp &= outcome == Outcome.GAVE_UP || outcome == Outcome.LEFT;
            if (takers != null) {
                takers.add(event.threadId());
                takenAt.add(event.codeptrRa());
                // If it is acquired before its first release, it had permits from the beginning and can be held.
                check(givers.contains(event.threadId()) || counts && outcome == Outcome.ACQUIRED && givers.isEmpty());
            }
        }

        void give(TraceEvent event) {
            released++;
            if (takers != null) {
                givers.add(event.threadId());
                givenAt.add(event.codeptrRa());
                check(takers.contains(event.threadId()));
            }
        }

        private void check(boolean isLock) {
            if (isLock || takers != null && takers.size() + givers.size() + takenAt.size() + givenAt.size() > MOST) {
                takers = null;
                givers.clear();
                takenAt.clear();
                givenAt.clear();
            }
        }

        boolean isSignal() {
            return takers != null && !takers.isEmpty() && !givers.isEmpty();
        }

        boolean isSlept(boolean everyOperation) {
            boolean isOfFew = takers != null && (everyOperation || takers.size() == 1);
            return isOfFew && givers.isEmpty() && isAlwaysGivenUp;
        }

        boolean isGivenElsewhere(IntFunction<@Nullable String> callSites) {
            Set<String> methods = new HashSet<>();
            takenAt.forEach(each -> methods.add(method(callSites.apply(each))));
            return givenAt.stream()
                    .map(each -> method(callSites.apply(each)))
                    .allMatch(each -> each.isEmpty() || !methods.contains(each));
        }

        private static String method(@Nullable String callSite) {
            return callSite == null ? "" : callSite.replaceFirst("\\(.*", "");
        }
    }

    @Override
    public void attempted(
            TraceEvent acquire, int path, long nanos, Outcome outcome, boolean waited, boolean afterCondition) {
        Use use = use(acquire);
        if (use != null) {
            use.take(acquire, outcome, everyOperation);
        }
    }

    @Override
    public void released(TraceEvent release) {
        Use use = use(release);
        if (use != null) {
            use.give(release);
        }
    }

    private @Nullable Use use(TraceEvent event) {
        if (!event.construct().has(Trait.RELEASED_BY_ANYONE)) {
            return null;
        }
        Use known = uses.get(event.waitId());
        if (known == null && uses.size() < OBJECTS) {
            known = new Use(event.construct());
            uses.put(event.waitId(), known);
        }
        return known;
    }

    /** How often an object was acquired and released; null if not every operation is traced. */
    @Nullable
    PermitCounts counts(long waitId) {
        Use use = everyOperation ? uses.get(waitId) : null;
        return use == null ? null : new PermitCounts(use.acquired, use.released);
    }

    /**
     * Whether an object is a signal, according to the events.
     *
     * @param callSites the text of a call site, null if it is not known
     */
    boolean isSignal(long waitId, IntFunction<@Nullable String> callSites) {
        Use use = uses.get(waitId);
        if (use == null) {
            return false;
        }
        if (!use.isSignal()) {
            return use.isSlept(everyOperation);
        }
        return everyOperation || use.construct == Construct.SEMAPHORE && use.isGivenElsewhere(callSites);
    }
}
