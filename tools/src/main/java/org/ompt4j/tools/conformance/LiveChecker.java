package org.ompt4j.tools.conformance;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.conformance.LiveThread.Frame;

/** The callbacks of the conformance tool: each finds out where it happened and asks the rules that it concerns. */
final class LiveChecker {
    /*
     * Overview. What is known about a thread, region or task hangs in its tool data, so that finding it is itself a check of the
     * data's life. A thread's model is guarded by its own monitor: its last events can come from the thread that ends the run.
     * Regions are shared by their members and guard themselves. Nothing here waits for another thread.
     */
    private static final String STRANGER = "ompt4j-conformance";

    private final LiveFindings findings;
    private final OmptEntryPoint.GetThreadData threadData;
    private final OmptEntryPoint.GetEventTime eventTime;
    private final OmptEntryPoint.GetEventConstruct eventConstruct;
    private final LiveData data;
    private final LiveTaskRules tasks;
    private final LiveRegionRules regions;
    private final LiveSyncRules syncs;
    private final LiveMutexRules mutexes;
    private final LiveStateRules states;
    private final LiveInquiryRules inquiries;
    private volatile boolean isOver;
    private volatile @Nullable Event unset;

    private LiveChecker(OmptFunctionLookup lookup, Ompt4jRuntime runtime, LiveFindings findings, boolean everyMutex) {
        this.findings = findings;
        threadData = find(lookup, OmptEntryPoint.GetThreadData.NAME, OmptEntryPoint.GetThreadData.class);
        eventTime = find(lookup, OmptEntryPoint.GetEventTime.NAME, OmptEntryPoint.GetEventTime.class);
        eventConstruct = find(lookup, OmptEntryPoint.GetEventConstruct.NAME, OmptEntryPoint.GetEventConstruct.class);
        data = new LiveData(findings);
        tasks = new LiveTaskRules(findings, data);
        regions = new LiveRegionRules(findings, data, runtime);
        syncs = new LiveSyncRules(findings, data);
        mutexes = new LiveMutexRules(findings, everyMutex);
        states =
                new LiveStateRules(findings, find(lookup, OmptEntryPoint.GetState.NAME, OmptEntryPoint.GetState.class));
        inquiries = new LiveInquiryRules(
                findings,
                find(lookup, OmptEntryPoint.GetTaskInfo.NAME, OmptEntryPoint.GetTaskInfo.class),
                find(lookup, OmptEntryPoint.GetParallelInfo.NAME, OmptEntryPoint.GetParallelInfo.class));
    }

    /** Registers for every event and leaves out the rules that the answers do not allow to judge. */
    static LiveChecker start(OmptFunctionLookup lookup, Ompt4jRuntime runtime) {
        OmptEntryPoint.SetCallback set =
                find(lookup, OmptEntryPoint.SetCallback.NAME, OmptEntryPoint.SetCallback.class);
        LiveFindings findings = new LiveFindings(runtime);
        // The answer to a callback that does nothing: whether every use of a mutex is reported has to be known first.
        OmptCallback.MutexReleased nothing = (kind, waitId, site) -> {};
        boolean everyMutex = set.setCallback(Event.MUTEX_RELEASED, nothing) == SetResult.ALWAYS;
        LiveChecker checker = new LiveChecker(lookup, runtime, findings, everyMutex);
        Map<Event, OmptCallback> callbacks = checker.callbacks();
        Map<Event, SetResult> answers = new EnumMap<>(Event.class);
        callbacks.forEach((event, callback) -> answers.put(event, set.setCallback(event, callback)));
        for (LiveRule rule : LiveRule.values()) {
            for (Event event : rule.events()) {
                if (!rule.isServedBy(answers.getOrDefault(event, SetResult.NEVER))) {
                    findings.doNotJudge(rule);
                }
            }
        }
        checker.unsetOne(lookup, set, callbacks);
        checker.askAsStranger();
        return checker;
    }

    private static <T> T find(OmptFunctionLookup lookup, String name, Class<T> type) {
        Object found = lookup.lookup(name);
        if (!type.isInstance(found)) {
            throw new IllegalStateException(name + " is not " + type.getSimpleName() + " but " + found);
        }
        return type.cast(found);
    }

    /** C4: takes one callback back and looks whether that, and nothing else, is gone. It stays unset. */
    private void unsetOne(
            OmptFunctionLookup lookup, OmptEntryPoint.SetCallback set, Map<Event, OmptCallback> callbacks) {
        OmptEntryPoint.GetCallback get =
                find(lookup, OmptEntryPoint.GetCallback.NAME, OmptEntryPoint.GetCallback.class);
        unset = Event.WAKEUP;
        set.setCallback(Event.WAKEUP, null);
        callbacks.forEach((event, callback) -> {
            OmptCallback expected = event == Event.WAKEUP ? null : callback;
            if (get.getCallback(event) != expected) {
                findings.report(
                        LiveRule.C4,
                        expected == null ? "no callback of wakeup" : "the callback of " + event.specName(),
                        "" + get.getCallback(event));
            }
        });
    }

    private void askAsStranger() {
        Thread stranger = new Thread(() -> states.stranger(threadData.getThreadData()), STRANGER);
        stranger.setDaemon(true);
        stranger.start();
        try {
            stranger.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The end of the run: says what is still open, and sums up. */
    void finish() {
        regions.finish();
        if (data.begunThreads() != data.endedThreads()) {
            findings.report(
                    LiveRule.I3,
                    "a thread_end for each of " + data.begunThreads() + " threads by the end of the run",
                    data.endedThreads() + " of them");
        }
        findings.finish(data.begunThreads());
        isOver = true;
    }

    private static <C extends OmptCallback> void put(
            Map<Event, OmptCallback> callbacks, CallbackKey<C> key, C callback) {
        callbacks.put(key.event(), callback);
    }

    private Map<Event, OmptCallback> callbacks() {
        Map<Event, OmptCallback> callbacks = new EnumMap<>(Event.class);
        put(callbacks, OmptCallback.THREAD_BEGIN, this::threadBegin);
        put(callbacks, OmptCallback.THREAD_END, this::threadEnd);
        put(callbacks, OmptCallback.PARALLEL_BEGIN, this::parallelBegin);
        put(callbacks, OmptCallback.PARALLEL_END, this::parallelEnd);
        put(callbacks, OmptCallback.IMPLICIT_TASK, this::implicitTask);
        put(callbacks, OmptCallback.WORK, this::work);
        put(callbacks, OmptCallback.DISPATCH, this::dispatch);
        put(callbacks, OmptCallback.TASK_CREATE, this::taskCreate);
        put(callbacks, OmptCallback.TASK_SCHEDULE, this::taskSchedule);
        put(callbacks, OmptCallback.TASK_DEPENDENCE, this::taskDependence);
        put(callbacks, OmptCallback.SYNC_REGION, this::syncRegion);
        put(callbacks, OmptCallback.SYNC_REGION_WAIT, this::syncRegionWait);
        put(callbacks, OmptCallback.REDUCTION, this::reduction);
        put(callbacks, OmptCallback.MASKED, this::masked);
        put(callbacks, OmptCallback.MUTEX_ACQUIRE, this::mutexAcquire);
        put(callbacks, OmptCallback.MUTEX_ACQUIRED, this::mutexAcquired);
        put(callbacks, OmptCallback.MUTEX_RELEASED, this::mutexReleased);
        put(callbacks, OmptCallback.NEST_LOCK, this::nestLock);
        put(callbacks, OmptCallback.LOCK_INIT, this::lockInit);
        put(callbacks, OmptCallback.CANCEL, this::cancel);
        put(callbacks, OmptCallback.ERROR, this::error);
        put(callbacks, OmptCallback.LOCK_DESTROY, this::lockDestroy);
        put(callbacks, OmptCallback.DEPENDENCES, this::dependences);
        put(callbacks, OmptCallback.FLUSH, this::flush);
        put(callbacks, OmptCallback.WAKEUP, this::wakeup);
        return callbacks;
    }

    /**
     * Where an event happened; null, and a violation, if on no thread that has begun.
     *
     * @param leaver the task that an event at the end of a run can be about, on whatever thread it is reported
     */
    private @Nullable Heard hear(Event event, @Nullable ScopeEndpoint endpoint, @Nullable OmptData leaver, int site) {
        findings.countEvent();
        if (isOver) {
            findings.report(LiveRule.C2, "no event after the tool was finalized", event.specName());
            return null;
        }
        if (unset == event) {
            findings.report(LiveRule.C4, "no " + event.specName() + ", which was unset", "one");
        }
        OmptData own = threadData.getThreadData();
        LiveThread current = own != null && own.ptr instanceof LiveThread thread ? thread : null;
        LiveThread runner = leaver != null && leaver.ptr instanceof LiveTask task ? task.runner : null;
        LiveThread where = runner != null ? runner : current;
        if (where == null) {
            String thread = Thread.currentThread().getName();
            findings.report(
                    LiveRule.I3, "thread_begin as the first event of thread \"" + thread + "\"", event.specName());
            return null;
        }
        return new Heard(
                where,
                where == current,
                event,
                endpoint,
                site,
                eventTime.getEventTime(),
                eventConstruct.getEventConstruct());
    }

    /** The rules about every event of a thread; the thread's monitor is held. */
    private void check(Heard at) {
        LiveThread thread = at.thread();
        if (thread.hasEnded) {
            findings.report(LiveRule.I3, at, "thread_end as the thread's last event", "a later event");
        }
        if (at.timeNanos() < thread.lastTimeNanos) {
            long nanos = thread.lastTimeNanos - at.timeNanos();
            findings.report(LiveRule.C2, at, "a time that is not before the event before", nanos + " ns before it");
        }
        thread.lastTimeNanos = Math.max(thread.lastTimeNanos, at.timeNanos());
        tasks.anyEvent(at);
        regions.anyEvent(at, at.event() == Event.IMPLICIT_TASK && at.ends());
        mutexes.anyEvent(at);
        states.anyEvent(at);
        inquiries.anyEvent(at);
        if (at.event() == Event.ERROR || at.event() == Event.CANCEL) {
            for (Frame each : thread.frames()) {
                if (each.region != null) {
                    each.region.abandon();
                }
            }
        }
    }

    private void threadBegin(ThreadType type, OmptData begun) {
        findings.countEvent();
        if (isOver) {
            findings.report(LiveRule.C2, "no event after the tool was finalized", "thread_begin");
            return;
        }
        if (begun.ptr instanceof LiveThread earlier) {
            findings.report(LiveRule.I3, "one thread_begin per thread", "a second one of " + earlier);
            return;
        }
        LiveThread thread = new LiveThread(begun, Thread.currentThread().getName());
        boolean isOwn = threadData.getThreadData() == begun;
        Heard at = new Heard(
                thread,
                isOwn,
                Event.THREAD_BEGIN,
                null,
                0,
                eventTime.getEventTime(),
                eventConstruct.getEventConstruct());
        synchronized (thread) {
            data.isEmpty(at, begun);
            data.beginThread(at, begun);
            check(at);
        }
        if (type == ThreadType.UNKNOWN) {
            findings.report(LiveRule.I3, at, "a thread of a known type", type.specName());
        }
    }

    private void threadEnd(OmptData ended) {
        findings.countEvent();
        if (!(ended.ptr instanceof LiveThread thread)) {
            findings.report(LiveRule.I3, "thread_begin before the end of thread " + ended.id(), "none");
            return;
        }
        boolean isOwn = threadData.getThreadData() == ended;
        Heard at = new Heard(
                thread, isOwn, Event.THREAD_END, null, 0, eventTime.getEventTime(), eventConstruct.getEventConstruct());
        synchronized (thread) {
            check(at);
            data.thread(at, ended);
            tasks.threadEnds(at);
            regions.threadEnds(at);
            thread.hasEnded = true;
        }
        data.endThread();
    }

    private void parallelBegin(
            @Nullable OmptData task,
            @Nullable OmptFrame frame,
            OmptData region,
            int requestedParallelism,
            int flags,
            int site) {
        Heard at = hear(Event.PARALLEL_BEGIN, null, null, site);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            regions.begin(at, task, region, requestedParallelism, flags);
        }
    }

    private void parallelEnd(OmptData region, @Nullable OmptData task, int flags, int site) {
        boolean ofThread = region.ptr instanceof LiveRegion model && !model.isPool();
        Heard at = hear(Event.PARALLEL_END, null, ofThread ? task : null, site);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            regions.end(at, region, task, flags);
        }
    }

    private void implicitTask(
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            OmptData task,
            int actualParallelism,
            int index,
            int flags) {
        Heard at = hear(Event.IMPLICIT_TASK, endpoint, endpoint == ScopeEndpoint.END ? task : null, 0);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            if (endpoint == ScopeEndpoint.BEGIN) {
                syncs.switchTo(at, null);
                regions.join(at, region, task, actualParallelism, index, flags);
            } else {
                regions.leave(at, region, task, index);
            }
        }
    }

    private void work(
            WorkType wstype,
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            @Nullable OmptData task,
            long count,
            int site) {
        inCurrentTask(Event.WORK, endpoint, region, task, site);
    }

    private void dispatch(@Nullable OmptData region, @Nullable OmptData task, DispatchKind kind, OmptData instance) {
        Heard at = inCurrentTask(Event.DISPATCH, null, region, task, 0);
        if (at != null) {
            synchronized (at.thread()) {
                Frame top = at.thread().top();
                if (top != null) {
                    top.hasChunk = true;
                }
            }
        }
    }

    private void taskCreate(
            @Nullable OmptData parent,
            @Nullable OmptFrame frame,
            OmptData created,
            int flags,
            boolean hasDependences,
            int site) {
        Heard at = hear(Event.TASK_CREATE, null, null, site);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            syncs.beginsSomething(at);
            tasks.create(at, data.task(at, parent), created, flags, hasDependences);
        }
    }

    private void taskSchedule(@Nullable OmptData prior, TaskStatus status, @Nullable OmptData next) {
        boolean ends = status == TaskStatus.COMPLETE || status == TaskStatus.CANCEL;
        Heard at = hear(Event.TASK_SCHEDULE, null, ends ? prior : null, 0);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            syncs.switchTo(at, next != null && next.ptr instanceof LiveTask task ? task : null);
            tasks.schedule(at, data.task(at, prior), status, next);
        }
    }

    private void dependences(OmptData task, OmptDependence[] deps, int ndeps) {
        Heard at = hear(Event.DEPENDENCES, null, null, 0);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            tasks.dependences(at, data.task(at, task));
        }
    }

    private void taskDependence(OmptData source, OmptData sink) {
        Heard at = hear(Event.TASK_DEPENDENCE, null, null, 0);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            tasks.dependence(at, source, sink);
        }
    }

    private void syncRegion(
            SyncRegionKind kind, ScopeEndpoint endpoint, @Nullable OmptData region, @Nullable OmptData task, int site) {
        Heard at = hear(Event.SYNC_REGION, endpoint, task, site);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            LiveTask model = data.task(at, task);
            tasks.isCurrent(at, model);
            data.region(at, region);
            syncs.region(at, kind, region, model);
        }
    }

    private void syncRegionWait(
            SyncRegionKind kind, ScopeEndpoint endpoint, @Nullable OmptData region, @Nullable OmptData task, int site) {
        Heard at = hear(Event.SYNC_REGION_WAIT, endpoint, task, site);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            LiveTask model = data.task(at, task);
            tasks.isCurrent(at, model);
            data.region(at, region);
            syncs.waits(at, kind, region, model);
        }
    }

    private void reduction(
            SyncRegionKind kind, ScopeEndpoint endpoint, @Nullable OmptData region, @Nullable OmptData task, int site) {
        inCurrentTask(Event.REDUCTION, endpoint, region, task, site);
    }

    private void masked(ScopeEndpoint endpoint, @Nullable OmptData region, @Nullable OmptData task, int site) {
        inCurrentTask(Event.MASKED, endpoint, region, task, site);
    }

    private void wakeup(@Nullable OmptData task, long waitId, int site) {
        inCurrentTask(Event.WAKEUP, null, null, task, site);
    }

    private @Nullable Heard inCurrentTask(
            Event event,
            @Nullable ScopeEndpoint endpoint,
            @Nullable OmptData region,
            @Nullable OmptData task,
            int site) {
        Heard at = hear(event, endpoint, null, site);
        if (at != null) {
            synchronized (at.thread()) {
                check(at);
                data.region(at, region);
                tasks.isCurrent(at, data.task(at, task));
                if (event == Event.WORK) {
                    syncs.beginsSomething(at);
                }
            }
        }
        return at;
    }

    private void mutexAcquire(MutexKind kind, int hint, MutexImpl impl, long waitId, int site) {
        Heard at = hear(Event.MUTEX_ACQUIRE, null, null, site);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            mutexes.acquire(at, kind, impl, waitId);
        }
    }

    private void mutexAcquired(MutexKind kind, long waitId, int site) {
        Heard at = hear(Event.MUTEX_ACQUIRED, null, null, site);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            mutexes.acquired(at, kind, waitId);
        }
    }

    private void mutexReleased(MutexKind kind, long waitId, int site) {
        Heard at = hear(Event.MUTEX_RELEASED, null, null, site);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            mutexes.released(at, kind, waitId);
        }
    }

    private void nestLock(ScopeEndpoint endpoint, long waitId, int site) {
        Heard at = hear(Event.NEST_LOCK, endpoint, null, site);
        if (at == null) {
            return;
        }
        synchronized (at.thread()) {
            check(at);
            mutexes.nestLock(at, waitId);
        }
    }

    private void lockInit(MutexKind kind, int hint, MutexImpl impl, long waitId, int site) {
        anywhere(Event.LOCK_INIT, site);
    }

    private void lockDestroy(MutexKind kind, long waitId, int site) {
        anywhere(Event.LOCK_DESTROY, site);
    }

    private void flush(OmptData thread, int site) {
        Heard at = anywhere(Event.FLUSH, site);
        if (at != null && data.thread(at, thread) != at.thread()) {
            findings.report(LiveRule.I2, at, "data of the thread itself", thread.toString());
        }
    }

    private void cancel(OmptData task, int flags, int site) {
        Heard at = anywhere(Event.CANCEL, site);
        if (at != null) {
            tasks.cancel(at, task, flags);
        }
    }

    private void error(Severity severity, String message, int length, int site) {
        anywhere(Event.ERROR, site);
    }

    private @Nullable Heard anywhere(Event event, int site) {
        Heard at = hear(event, null, null, site);
        if (at != null) {
            synchronized (at.thread()) {
                check(at);
            }
        }
        return at;
    }
}
