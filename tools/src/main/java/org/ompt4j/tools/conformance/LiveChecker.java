package org.ompt4j.tools.conformance;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.DependenceType;
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
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.Guarantees;
import org.ompt4j.tools.rules.Rule;
import org.ompt4j.tools.rules.RuleBook;

/** The callbacks of the conformance tool: each becomes an event, which the rule book and the rules about a live runtime judge. */
final class LiveChecker {
    /*
     * Overview. Events are judged one at a time, under this object's monitor, in the order of their delivery; that of their times is another
     * one, which the rules allow for. An event is judged on the thread that it names: at the end of a run one thread reports the last events
     * of others. Nothing that holds the monitor waits for anything.
     */
    private static final String STRANGER = "ompt4j-conformance";
    /** Stands for the current task of the thread on which an event happens. */
    private static final long CURRENT = -1;

    private static final OmptDependence NO_DEPENDENCE = new OmptDependence(0, DependenceType.SOURCE);

    private final LiveFindings findings;
    private final OmptEntryPoint.GetThreadData threadData;
    private final OmptEntryPoint.GetEventTime eventTime;
    private final OmptEntryPoint.GetEventConstruct eventConstruct;
    private final RuleBook book;
    private final LiveData data;
    private final LiveStateRules states;
    private final LiveInquiryRules inquiries;
    private boolean isOver;
    private long events;
    private @Nullable Event unset;

    private LiveChecker(OmptFunctionLookup lookup, Ompt4jRuntime runtime, LiveFindings findings, boolean everyMutex) {
        this.findings = findings;
        threadData = find(lookup, OmptEntryPoint.GetThreadData.NAME, OmptEntryPoint.GetThreadData.class);
        eventTime = find(lookup, OmptEntryPoint.GetEventTime.NAME, OmptEntryPoint.GetEventTime.class);
        eventConstruct = find(lookup, OmptEntryPoint.GetEventConstruct.NAME, OmptEntryPoint.GetEventConstruct.class);
        book = new RuleBook(RunModel.ofRunningProgram(), new LiveGuarantees(runtime, everyMutex), findings);
        data = new LiveData(findings);
        states = new LiveStateRules(
                findings, book, find(lookup, OmptEntryPoint.GetState.NAME, OmptEntryPoint.GetState.class));
        inquiries = new LiveInquiryRules(
                findings,
                book.deferred(),
                find(lookup, OmptEntryPoint.GetTaskInfo.NAME, OmptEntryPoint.GetTaskInfo.class),
                find(lookup, OmptEntryPoint.GetParallelInfo.NAME, OmptEntryPoint.GetParallelInfo.class));
    }

    /** A running program is seen from its beginning to its end. */
    private record LiveGuarantees(Ompt4jRuntime runtime, boolean hasEveryMutexOperation) implements Guarantees {
        @Override
        public boolean hasBeginning() {
            return true;
        }

        @Override
        public boolean hasEnd() {
            return true;
        }

        @Override
        public long endNanos() {
            return Long.MAX_VALUE;
        }

        @Override
        public @Nullable String callSite(int codeptrRa) {
            return runtime.callSite(codeptrRa);
        }
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
        for (Rule rule : LiveRules.all()) {
            if (!LiveRules.isServed(rule, answers)) {
                findings.doNotJudge(rule.id());
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
                        "C4",
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
    synchronized void finish() {
        book.finish();
        findings.finish(events, book.run().threads().size());
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
     * Judges an event that happened in the current task.
     *
     * @param data what the event carries
     */
    private void hear(Event event, @Nullable OmptRecord record, @Nullable OmptData... data) {
        hear(event, record, CURRENT, null, data);
    }

    /**
     * Judges an event.
     *
     * @param task in which it happened, or {@link #CURRENT}
     * @param leaver the task that an event at the end of a run can be about, on whatever thread it is reported
     * @param carried data that the event carries
     */
    private synchronized void hear(
            Event event,
            @Nullable OmptRecord record,
            long task,
            @Nullable OmptData leaver,
            @Nullable OmptData... carried) {
        TraceEvent at = event(event, record, task, leaver);
        if (at == null) {
            return;
        }
        for (OmptData each : carried) {
            data.check(at, each);
        }
        judge(at);
    }

    /** The event on its thread; null, and a violation, if it belongs to none that has begun. */
    private @Nullable TraceEvent event(Event event, @Nullable OmptRecord record, long task, @Nullable OmptData leaver) {
        if (isTooLate(event)) {
            return null;
        }
        if (unset == event) {
            findings.report("C4", "no " + event.specName() + ", which was unset", "one");
        }
        OmptData own = threadData.getThreadData();
        ThreadModel current = own == null ? null : book.run().thread(own.id());
        ThreadModel runner = leaver == null ? null : book.run().runner(leaver.id());
        ThreadModel thread = runner != null ? runner : current;
        if (thread == null) {
            String name = Thread.currentThread().getName();
            findings.report("I3", "thread_begin as the first event of thread \"" + name + "\"", event.specName());
            return null;
        }
        return event(event, record, thread.id(), task == CURRENT ? thread.currentTask() : task);
    }

    private boolean isTooLate(Event event) {
        events++;
        if (isOver) {
            findings.report("C2", "no event after the tool was finalized", event.specName());
        }
        return isOver;
    }

    private TraceEvent event(Event event, @Nullable OmptRecord record, long thread, long task) {
        return new TraceEvent(
                eventTime.getEventTime(),
                thread,
                task,
                event,
                eventConstruct.getEventConstruct(),
                waitId(record),
                0,
                record);
    }

    private static long waitId(@Nullable OmptRecord record) {
        if (record instanceof OmptRecord.MutexAcquire acquire) {
            return acquire.waitId();
        }
        if (record instanceof OmptRecord.Mutex mutex) {
            return mutex.waitId();
        }
        return record instanceof OmptRecord.NestLock nest ? nest.waitId() : 0;
    }

    private void judge(TraceEvent at) {
        OmptData own = threadData.getThreadData();
        if (own != null && own.id() == at.threadId()) {
            ThreadModel thread = book.run().thread(at);
            states.accept(at, thread);
            inquiries.accept(at, thread);
        }
        book.accept(at);
    }

    private static long id(@Nullable OmptData data) {
        return data == null ? 0 : data.id();
    }

    private synchronized void threadBegin(ThreadType type, OmptData begun) {
        if (isTooLate(Event.THREAD_BEGIN)) {
            return;
        }
        findings.nameThread(begun.id(), Thread.currentThread().getName());
        TraceEvent at = event(Event.THREAD_BEGIN, new OmptRecord.ThreadBegin(type), begun.id(), 0);
        data.begin(at, begun);
        if (type == ThreadType.UNKNOWN) {
            findings.report("I3", at, "a thread of a known type", type.specName());
        }
        judge(at);
    }

    private synchronized void threadEnd(OmptData ended) {
        if (isTooLate(Event.THREAD_END)) {
            return;
        }
        TraceEvent at = event(Event.THREAD_END, null, ended.id(), 0);
        data.check(at, ended);
        judge(at);
    }

    private synchronized void parallelBegin(
            @Nullable OmptData task,
            @Nullable OmptFrame frame,
            OmptData region,
            int requestedParallelism,
            int flags,
            int site) {
        OmptRecord record = new OmptRecord.ParallelBegin(id(task), region.id(), requestedParallelism, flags, site);
        TraceEvent at = event(Event.PARALLEL_BEGIN, record, CURRENT, null);
        if (at != null) {
            data.check(at, task);
            data.begin(at, region);
            judge(at);
        }
    }

    private synchronized void parallelEnd(OmptData region, @Nullable OmptData task, int flags, int site) {
        RegionModel model = book.run().region(region.id());
        OmptData leaver = model == null || model.isPool() ? null : task;
        hear(
                Event.PARALLEL_END,
                new OmptRecord.ParallelEnd(region.id(), id(task), flags, site),
                CURRENT,
                leaver,
                region,
                task);
        data.isOver(region);
    }

    private synchronized void implicitTask(
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            OmptData task,
            int actualParallelism,
            int index,
            int flags) {
        OmptRecord record =
                new OmptRecord.ImplicitTask(endpoint, id(region), task.id(), actualParallelism, index, flags);
        if (endpoint != ScopeEndpoint.BEGIN) {
            hear(Event.IMPLICIT_TASK, record, task.id(), task, task);
            data.isOver(task);
            return;
        }
        TraceEvent at = event(Event.IMPLICIT_TASK, record, task.id(), null);
        if (at == null) {
            return;
        }
        if (region != null && (flags & TaskFlag.INITIAL) != 0) {
            data.begin(at, region);
        }
        data.check(at, region);
        data.begin(at, task);
        judge(at);
    }

    private void work(
            WorkType wstype,
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            @Nullable OmptData task,
            long count,
            int site) {
        OmptRecord record = new OmptRecord.Work(wstype, endpoint, id(region), id(task), count, site);
        hear(Event.WORK, record, id(task), null, region, task);
    }

    private void dispatch(@Nullable OmptData region, @Nullable OmptData task, DispatchKind kind, OmptData instance) {
        OmptRecord record = new OmptRecord.Dispatch(id(region), id(task), kind, -1, 0);
        hear(Event.DISPATCH, record, id(task), null, region, task);
    }

    private synchronized void taskCreate(
            @Nullable OmptData parent,
            @Nullable OmptFrame frame,
            OmptData created,
            int flags,
            boolean hasDependences,
            int site) {
        OmptRecord record = new OmptRecord.TaskCreate(id(parent), created.id(), flags, hasDependences, site);
        TraceEvent at = event(Event.TASK_CREATE, record, CURRENT, null);
        if (at != null) {
            data.check(at, parent);
            data.begin(at, created);
            judge(at);
        }
    }

    private synchronized void taskSchedule(@Nullable OmptData prior, TaskStatus status, @Nullable OmptData next) {
        OmptRecord record = new OmptRecord.TaskSchedule(id(prior), status, id(next));
        hear(Event.TASK_SCHEDULE, record, CURRENT, status.endsTask() ? prior : null, prior, next);
        if (prior != null && status.endsTask()) {
            data.isOver(prior);
        }
    }

    private void dependences(OmptData task, OmptDependence[] deps, int ndeps) {
        OmptDependence first = deps.length == 0 ? NO_DEPENDENCE : deps[0];
        hear(Event.DEPENDENCES, new OmptRecord.Dependences(task.id(), first, ndeps), task.id(), null, task);
    }

    private void taskDependence(OmptData source, OmptData sink) {
        hear(Event.TASK_DEPENDENCE, new OmptRecord.TaskDependence(source.id(), sink.id()), sink);
    }

    private void syncRegion(
            SyncRegionKind kind, ScopeEndpoint endpoint, @Nullable OmptData region, @Nullable OmptData task, int site) {
        synchronize(Event.SYNC_REGION, kind, endpoint, region, task, site);
    }

    private void syncRegionWait(
            SyncRegionKind kind, ScopeEndpoint endpoint, @Nullable OmptData region, @Nullable OmptData task, int site) {
        synchronize(Event.SYNC_REGION_WAIT, kind, endpoint, region, task, site);
    }

    private void reduction(
            SyncRegionKind kind, ScopeEndpoint endpoint, @Nullable OmptData region, @Nullable OmptData task, int site) {
        synchronize(Event.REDUCTION, kind, endpoint, region, task, site);
    }

    private void synchronize(
            Event event,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            @Nullable OmptData task,
            int site) {
        OmptRecord record = new OmptRecord.SyncRegion(kind, endpoint, id(region), id(task), site);
        hear(event, record, id(task), event == Event.REDUCTION ? null : task, region, task);
    }

    private void masked(ScopeEndpoint endpoint, @Nullable OmptData region, @Nullable OmptData task, int site) {
        OmptRecord record = new OmptRecord.Masked(endpoint, id(region), id(task), site);
        hear(Event.MASKED, record, id(task), null, region, task);
    }

    private void wakeup(@Nullable OmptData task, long waitId, int site) {
        hear(Event.WAKEUP, new OmptRecord.Wakeup(id(task), waitId, site), id(task), null, task);
    }

    private void mutexAcquire(MutexKind kind, int hint, MutexImpl impl, long waitId, int site) {
        hear(Event.MUTEX_ACQUIRE, new OmptRecord.MutexAcquire(kind, hint, impl, waitId, site));
    }

    private void mutexAcquired(MutexKind kind, long waitId, int site) {
        hear(Event.MUTEX_ACQUIRED, new OmptRecord.Mutex(kind, waitId, site));
    }

    private void mutexReleased(MutexKind kind, long waitId, int site) {
        hear(Event.MUTEX_RELEASED, new OmptRecord.Mutex(kind, waitId, site));
    }

    private void nestLock(ScopeEndpoint endpoint, long waitId, int site) {
        hear(Event.NEST_LOCK, new OmptRecord.NestLock(endpoint, waitId, site));
    }

    private void lockInit(MutexKind kind, int hint, MutexImpl impl, long waitId, int site) {
        hear(Event.LOCK_INIT, new OmptRecord.MutexAcquire(kind, hint, impl, waitId, site));
    }

    private void lockDestroy(MutexKind kind, long waitId, int site) {
        hear(Event.LOCK_DESTROY, new OmptRecord.Mutex(kind, waitId, site));
    }

    private synchronized void flush(OmptData thread, int site) {
        TraceEvent at = event(Event.FLUSH, new OmptRecord.Flush(site), CURRENT, null);
        if (at == null) {
            return;
        }
        data.check(at, thread);
        if (thread.id() != at.threadId()) {
            findings.report("I2", at, "data of the thread itself", thread.toString());
        }
        judge(at);
    }

    private synchronized void cancel(OmptData task, int flags, int site) {
        hear(Event.CANCEL, new OmptRecord.Cancel(task.id(), flags, site), task.id(), null, task);
        if ((flags & CancelFlag.DISCARDED_TASK) != 0) {
            data.isOver(task);
        }
    }

    private void error(Severity severity, String message, int length, int site) {
        hear(Event.ERROR, new OmptRecord.RuntimeError(severity, message, length, site));
    }
}
