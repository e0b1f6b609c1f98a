package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.read.TraceEvent;

/** Finds places that start a thread for each small piece of work. Memory is bounded. Thread safety: none. */
final class BriefThreadFinder {
    static final EnumSet<Event> KINDS = EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.CANCEL);

    static final int MANY = 100;

    private static final int SITES = 20_000;

    /** Threads that are alive, or were started and have not begun. */
    private static final int THREADS = 200_000;

    private final Rows<Integer, Site> sites = new Rows<>(SITES, Site::new, each -> each.threads, each -> {});
    private final Map<Long, Started> started = new HashMap<>();
    private final Map<Long, Alive> alive = new HashMap<>();

    private boolean isFull;

    private record Started(Site site, long nanos) {}

    private record Alive(Site site, long startedNanos, long begunNanos) {}

    private static final class Site {
        final int codeptrRa;
        long threads;
        long brief;
        long livedNanos;
        long beginningNanos;
        long firstNanos = Long.MAX_VALUE;
        long lastNanos;
        /** How many were started and have not begun. */
        private int beginning;
        /** Since when there is such a thread. */
        private long beginningSince;

        long anyBeginningNanos;

        Site(int codeptrRa) {
            this.codeptrRa = codeptrRa;
        }

        void starts(long nanos) {
            beginningSince = beginning == 0 ? nanos : beginningSince;
            beginning++;
            firstNanos = Math.min(firstNanos, nanos);
        }

        void noLongerBeginning(long nanos) {
            beginning--;
            anyBeginningNanos += beginning == 0 ? nanos - beginningSince : 0;
        }

        void ends(Alive thread, long nanos) {
            long lived = nanos - thread.begunNanos;
            threads++;
            brief += lived < BriefThreads.LITTLE_NANOS ? 1 : 0;
            livedNanos += lived;
            beginningNanos += thread.begunNanos - thread.startedNanos;
            lastNanos = nanos;
        }
    }

    void event(TraceEvent event) {
        Event kind = event.event();
        if (kind == null || event.construct() != Construct.THREAD) {
            return;
        }
        long nanos = event.timeNanos();
        switch (kind) {
            case TASK_CREATE -> starts(event.newTaskId(), event.codeptrRa(), nanos);
            case TASK_SCHEDULE -> {
                if (event.endsBody()) {
                    ends(event.priorTaskId(), nanos);
                }
                begins(event.nextTaskId(), nanos);
            }
            case CANCEL -> {
                if (event.discardsTask()) {
                    beginsOrNever(event.taskId(), nanos);
                }
            }
            default -> {}
        }
    }

    private void starts(long task, int site, long nanos) {
        if (started.size() + alive.size() >= THREADS) {
            isFull = true;
        } else if (site != 0) {
            Started thread = new Started(sites.at(site), nanos);
            thread.site.starts(nanos);
            started.put(task, thread);
        }
    }

    private void begins(long task, long nanos) {
        Started thread = beginsOrNever(task, nanos);
        if (thread != null) {
            alive.put(task, new Alive(thread.site, thread.nanos, nanos));
        }
    }

    /** A thread that was started begins now, or never. Null if it is not followed. */
    private @Nullable Started beginsOrNever(long task, long nanos) {
        Started thread = started.remove(task);
        if (thread != null) {
            thread.site.noLongerBeginning(nanos);
        }
        return thread;
    }

    private void ends(long task, long nanos) {
        Alive thread = alive.remove(task);
        if (thread != null) {
            thread.site.ends(thread, nanos);
        }
    }

    /** The end of the recording, or of its part up to a pause: what happens until the next part is not known. */
    void end(long timeNanos) {
        started.values().forEach(each -> each.site.noLongerBeginning(timeNanos));
        started.clear();
        alive.clear();
    }

    /** To be asked only if no event is missing: a thread whose begin is missing would seem to begin for ever. */
    List<BriefThreads> find(long leastNanos) {
        List<BriefThreads> found = new ArrayList<>();
        for (Site each : sites.all()) {
            if (each.threads >= MANY && 2 * each.brief > each.threads && each.anyBeginningNanos > leastNanos) {
                found.add(new BriefThreads(
                        each.codeptrRa,
                        each.threads,
                        each.brief,
                        each.livedNanos,
                        each.beginningNanos,
                        each.anyBeginningNanos,
                        new Interval(0, each.firstNanos, each.lastNanos)));
            }
        }
        found.sort(Comparator.comparingLong((BriefThreads each) -> -each.costNanos())
                .thenComparing(BriefThreads::startedAt));
        return found;
    }

    /** Whether some call sites or threads were dropped because there were too many. */
    boolean hasForgotten() {
        return isFull || sites.given() > 0;
    }
}
