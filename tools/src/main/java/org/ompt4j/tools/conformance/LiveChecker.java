package org.ompt4j.tools.conformance;

import static org.ompt4j.ompt.OmptCallback.*;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.Guarantees;
import org.ompt4j.tools.rules.Rule;
import org.ompt4j.tools.rules.RuleBook;

/**
 * The callbacks of the conformance tool. Each call is converted to an event by the description of the members in {@link Event}; the rule book and
 * the rules about a live runtime judge the event.
 */
final class LiveChecker {
    /*
     * Overview. Events are judged one at a time, under this object's monitor, in the order of their delivery. The order of their times can
     * differ, which the rules allow for. An event is judged for the thread that it names: at the end of a run one thread reports the last events
     * of others. No thread waits for anything while it holds the monitor.
     */
    private static final String STRANGER = "ompt4j-conformance";

    private final LiveFindings findings;
    private final OmptEntryPoint.GetThreadData threadData;
    private final OmptEntryPoint.GetEventTime eventTime;
    private final OmptEntryPoint.GetEventConstruct eventConstruct;
    private final OmptEntryPoint.GetEventActualParallelism actualParallelism;
    private final RuleBook book;
    private final LiveData data;
    private final LiveStateRules states;
    private final LiveInquiryRules inquiries;
    private final Map<Event, OmptCallback> callbacks = new EnumMap<>(Event.class);
    private boolean isOver;
    private long events;
    private @Nullable Event unset;

    private LiveChecker(
            OmptFunctionLookup lookup,
            Ompt4jRuntime runtime,
            LongSupplier clock,
            LiveFindings findings,
            boolean everyMutex) {
        this.findings = findings;
        threadData = find(lookup, OmptEntryPoint.GetThreadData.NAME, OmptEntryPoint.GetThreadData.class);
        eventTime = find(lookup, OmptEntryPoint.GetEventTime.NAME, OmptEntryPoint.GetEventTime.class);
        eventConstruct = find(lookup, OmptEntryPoint.GetEventConstruct.NAME, OmptEntryPoint.GetEventConstruct.class);
        actualParallelism = find(
                lookup, OmptEntryPoint.GetEventActualParallelism.NAME, OmptEntryPoint.GetEventActualParallelism.class);
        book = new RuleBook(RunModel.ofRunningProgram(), new LiveGuarantees(runtime, everyMutex), findings);
        data = new LiveData(findings);
        states =
                new LiveStateRules(findings, find(lookup, OmptEntryPoint.GetState.NAME, OmptEntryPoint.GetState.class));
        inquiries = new LiveInquiryRules(
                findings,
                book.deferred(),
                find(lookup, OmptEntryPoint.GetTaskInfo.NAME, OmptEntryPoint.GetTaskInfo.class),
                find(lookup, OmptEntryPoint.GetParallelInfo.NAME, OmptEntryPoint.GetParallelInfo.class),
                clock);
    }

    /** A running program is observed from its begin to its end. */
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

    /** Registers for every event, and leaves out the rules that cannot be judged according to the results. */
    static LiveChecker start(OmptFunctionLookup lookup, Ompt4jRuntime runtime, LongSupplier clock) {
        OmptEntryPoint.SetCallback set =
                find(lookup, OmptEntryPoint.SetCallback.NAME, OmptEntryPoint.SetCallback.class);
        LiveFindings findings = new LiveFindings(runtime);
        // An empty callback, only for the result: whether every use of a mutex is reported has to be known first.
        OmptCallback.MutexReleased nothing = (kind, waitId, callSite) -> {};
        boolean everyMutex = set.setCallback(Event.MUTEX_RELEASED, nothing) == SetResult.ALWAYS;
        LiveChecker checker = new LiveChecker(lookup, runtime, clock, findings, everyMutex);
        checker.makeCallbacks();
        Map<Event, SetResult> answers = new EnumMap<>(Event.class);
        checker.callbacks.forEach((event, callback) -> answers.put(event, set.setCallback(event, callback)));
        for (Rule rule : LiveRules.all()) {
            if (!LiveRules.isServed(rule, answers)) {
                findings.doNotJudge(rule.id());
            }
        }
        checker.unsetOne(lookup, set);
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

    /** Rule C4: unsets one callback and checks that this one, and no other, is unset. It stays unset. */
    private void unsetOne(OmptFunctionLookup lookup, OmptEntryPoint.SetCallback set) {
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

    /** Reports at the end of the run what is still open, and writes the summary. */
    synchronized void finish() {
        book.finish();
        findings.finish(events, book.run().threads().size());
        isOver = true;
    }

    private <C extends OmptCallback> void on(CallbackKey<C> key, C callback) {
        callbacks.put(key.event(), callback);
    }

    /** Creates the callbacks. Their arguments are in the order of {@link Event#members}; other arguments, such as frames, are left out. */
    private void makeCallbacks() {
        on(THREAD_BEGIN, this::threadBegin);
        on(THREAD_END, this::threadEnd);
        on(
                PARALLEL_BEGIN,
                (task, frame, region, size, flags, callSite) ->
                        hear(Event.PARALLEL_BEGIN, task, region, size, flags, callSite));
        on(
                PARALLEL_END,
                (region, task, flags, callSite) -> hear(
                        Event.PARALLEL_END,
                        region,
                        task,
                        flags,
                        callSite,
                        actualParallelism.getEventActualParallelism()));
        on(
                IMPLICIT_TASK,
                (endpoint, region, task, size, index, flags) ->
                        hear(Event.IMPLICIT_TASK, endpoint, region, task, size, index, flags));
        on(
                WORK,
                (type, endpoint, region, task, count, callSite) ->
                        hear(Event.WORK, type, endpoint, region, task, count, callSite));
        on(DISPATCH, (region, task, kind, instance) -> hear(Event.DISPATCH, region, task, kind, -1));
        on(
                TASK_CREATE,
                (parent, frame, created, flags, hasDependences, callSite) ->
                        hear(Event.TASK_CREATE, parent, created, flags, hasDependences, callSite));
        on(TASK_SCHEDULE, (prior, status, next) -> hear(Event.TASK_SCHEDULE, prior, status, next));
        // The data of the source task may have been released.
        on(TASK_DEPENDENCE, (source, sink) -> hear(Event.TASK_DEPENDENCE, source.id(), sink));
        on(DEPENDENCES, this::dependences);
        on(
                SYNC_REGION,
                (kind, endpoint, region, task, callSite) ->
                        hear(Event.SYNC_REGION, kind, endpoint, region, task, callSite));
        on(
                SYNC_REGION_WAIT,
                (kind, endpoint, region, task, callSite) ->
                        hear(Event.SYNC_REGION_WAIT, kind, endpoint, region, task, callSite));
        on(
                REDUCTION,
                (kind, endpoint, region, task, callSite) ->
                        hear(Event.REDUCTION, kind, endpoint, region, task, callSite));
        on(MASKED, (endpoint, region, task, callSite) -> hear(Event.MASKED, endpoint, region, task, callSite));
        on(
                MUTEX_ACQUIRE,
                (kind, hint, impl, wait, callSite) -> hear(Event.MUTEX_ACQUIRE, kind, hint, impl, wait, callSite));
        on(MUTEX_ACQUIRED, (kind, waitId, callSite) -> hear(Event.MUTEX_ACQUIRED, kind, waitId, callSite));
        on(MUTEX_RELEASED, (kind, waitId, callSite) -> hear(Event.MUTEX_RELEASED, kind, waitId, callSite));
        on(NEST_LOCK, (endpoint, waitId, callSite) -> hear(Event.NEST_LOCK, endpoint, waitId, callSite));
        on(
                LOCK_INIT,
                (kind, hint, impl, waitId, callSite) -> hear(Event.LOCK_INIT, kind, hint, impl, waitId, callSite));
        on(LOCK_DESTROY, (kind, waitId, callSite) -> hear(Event.LOCK_DESTROY, kind, waitId, callSite));
        on(CANCEL, (task, flags, callSite) -> hear(Event.CANCEL, task, flags, callSite));
        on(ERROR, (severity, message, length, callSite) -> hear(Event.ERROR, severity, length, callSite));
        on(FLUSH, this::flush);
        on(
                WAIT,
                (state, endpoint, task, waitId, callSite) -> hear(Event.WAIT, state, endpoint, task, waitId, callSite));
        on(POOL, (endpoint, pool, name, size, callSite) -> hear(Event.POOL, endpoint, name, pool, size, callSite));
        on(POOL_WORKER, (endpoint, pool) -> hear(Event.POOL_WORKER, endpoint, pool));
        on(TASK_CPU_TIME, (task, cpuTime) -> hear(Event.TASK_CPU_TIME, task, cpuTime));
        on(TASK_LATE, (task, lateness, period) -> hear(Event.TASK_LATE, task, lateness, period));
        on(WAKEUP, (task, waitId, callSite) -> hear(Event.WAKEUP, task, waitId, callSite));
    }

    /**
     * Judges an event.
     *
     * @param members the members of the event: enumerators, numbers, and data instead of ids; those at the end may be missing
     */
    private synchronized void hear(Event event, @Nullable Object... members) {
        TraceEvent at = event(event, members);
        if (at != null) {
            for (Object each : members) {
                if (each instanceof OmptData carried) {
                    carry(at, carried);
                }
            }
            judge(at);
        }
        OmptData ended = ended(event, members);
        if (ended != null) {
            data.isOver(ended);
        }
    }

    /** The event on its thread; null if it belongs to no thread that has begun, which is reported as a violation. */
    private @Nullable TraceEvent event(Event event, @Nullable Object... members) {
        if (isTooLate(event)) {
            return null;
        }
        if (unset == event) {
            findings.report("C4", "no " + event.specName() + ", which was unset", "one");
        }
        OmptData own = threadData.getThreadData();
        OmptData leaver = leaver(event, members);
        ThreadModel current = own == null ? null : book.run().thread(own.id());
        ThreadModel runner = leaver == null ? null : book.run().runner(leaver.id());
        ThreadModel thread = runner == null ? current : runner.carrier() != null ? runner.carrier() : runner;
        if (thread == null) {
            String name = Thread.currentThread().getName();
            findings.report("I3", "thread_begin as the first event of thread \"" + name + "\"", event.specName());
            return null;
        }
        return eventOn(thread.id(), thread.currentTask(), event, members);
    }

    private TraceEvent eventOn(long thread, long currentTask, Event event, @Nullable Object... members) {
        long[] values = new long[members.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = number(members[i]);
        }
        return TraceEvent.of(
                eventTime.getEventTime(), thread, currentTask, event, eventConstruct.getEventConstruct(), null, values);
    }

    private static long number(@Nullable Object member) {
        if (member instanceof OmptData data) {
            return data.id();
        }
        if (member instanceof Enumerator enumerator) {
            return enumerator.value();
        }
        return member instanceof Number number ? number.longValue() : Boolean.TRUE.equals(member) ? 1 : 0;
    }

    private boolean isTooLate(Event event) {
        events++;
        if (isOver) {
            findings.report("C2", "no event after the tool was finalized", event.specName());
        }
        return isOver;
    }

    /** The task of an event at the end of a run, which any thread can report; null if there is none. */
    private @Nullable OmptData leaver(Event event, @Nullable Object... members) {
        return switch (event) {
            case SYNC_REGION, SYNC_REGION_WAIT -> (OmptData) members[3];
            case PARALLEL_END -> (OmptData) members[1];
            case IMPLICIT_TASK, TASK_SCHEDULE -> ended(event, members);
            default -> null;
        };
    }

    /** The region or task that ends with the event; null if none does. */
    private static @Nullable OmptData ended(Event event, @Nullable Object... members) {
        return switch (event) {
            case PARALLEL_END -> (OmptData) members[0];
            case IMPLICIT_TASK -> members[0] == ScopeEndpoint.BEGIN ? null : (OmptData) members[2];
            case TASK_SCHEDULE ->
                members[1] instanceof TaskStatus status && status.endsTask() ? (OmptData) members[0] : null;
            case CANCEL -> (number(members[1]) & CancelFlag.DISCARDED_TASK) == 0 ? null : (OmptData) members[0];
            default -> null;
        };
    }

    /** Checks the data in an event, either of something that begins with the event, or of something that has begun before. */
    private void carry(TraceEvent at, OmptData carried) {
        boolean begins = at.event() == Event.IMPLICIT_TASK && at.endpoint() == ScopeEndpoint.BEGIN
                ? carried.id() == at.taskId() || (at.flags() & TaskFlag.INITIAL) != 0
                : carried.id() == at.newTaskId()
                        || at.event() == Event.PARALLEL_BEGIN && carried.id() == at.parallelId();
        if (begins) {
            data.begin(at, carried);
        } else {
            data.check(at, carried);
        }
    }

    private void judge(TraceEvent at) {
        OmptData own = threadData.getThreadData();
        if (own != null && own.id() == at.threadId()) {
            TraceEvent located = book.run().located(at);
            ThreadModel switched = book.run().switchedBy(located);
            ThreadModel thread = switched != null ? switched : book.run().thread(located);
            states.accept(located, thread);
            inquiries.accept(located, thread);
        }
        book.accept(at);
    }

    private synchronized void threadBegin(ThreadType type, OmptData begun) {
        if (isTooLate(Event.THREAD_BEGIN)) {
            return;
        }
        findings.nameThread(begun.id(), Thread.currentThread().getName());
        TraceEvent at = eventOn(begun.id(), 0, Event.THREAD_BEGIN, type);
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
        TraceEvent at = eventOn(ended.id(), 0, Event.THREAD_END);
        data.check(at, ended);
        judge(at);
    }

    private void dependences(OmptData task, OmptDependence[] deps, int ndeps) {
        boolean isEmpty = deps.length == 0;
        long variable = isEmpty ? 0 : deps[0].variable();
        hear(Event.DEPENDENCES, task, variable, isEmpty ? DependenceType.SOURCE : deps[0].dependenceType(), ndeps);
    }

    private synchronized void flush(OmptData thread, int callSite) {
        TraceEvent at = event(Event.FLUSH, callSite);
        if (at == null) {
            return;
        }
        data.check(at, thread);
        if (thread.id() != at.threadId()) {
            findings.report("I2", at, "data of the thread itself", thread.toString());
        }
        judge(at);
    }
}
