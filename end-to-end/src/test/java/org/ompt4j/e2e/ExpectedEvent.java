package org.ompt4j.e2e;

import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Describes an event that a test expects: its name and some of its members. Meant for static import:
 *
 * <pre>{@code
 * syncRegion(BARRIER_EXPLICIT, BEGIN).at("CyclicBarrierApp")
 * }</pre>
 */
final class ExpectedEvent {

    private final String description;
    private final BiPredicate<Trace, TraceEvent> condition;

    private ExpectedEvent(String description, BiPredicate<Trace, TraceEvent> condition) {
        this.description = description;
        this.condition = condition;
    }

    /** Any event of this name. */
    static ExpectedEvent event(Event event) {
        return new ExpectedEvent(event.specName(), (trace, found) -> found.event() == event);
    }

    static ExpectedEvent threadBegin(ThreadType type) {
        return event(Event.THREAD_BEGIN).where(type, found -> found.threadType() == type);
    }

    static ExpectedEvent threadEnd() {
        return event(Event.THREAD_END);
    }

    static ExpectedEvent parallelBegin() {
        return event(Event.PARALLEL_BEGIN);
    }

    static ExpectedEvent parallelBegin(int requestedParallelism) {
        return parallelBegin()
                .where(
                        "requested_parallelism " + requestedParallelism,
                        found -> found.requestedParallelism() == requestedParallelism);
    }

    static ExpectedEvent parallelEnd() {
        return event(Event.PARALLEL_END);
    }

    static ExpectedEvent implicitTask(ScopeEndpoint endpoint) {
        return event(Event.IMPLICIT_TASK).endpoint(endpoint);
    }

    static ExpectedEvent work(WorkType type, ScopeEndpoint endpoint) {
        return event(Event.WORK).endpoint(endpoint).where(type, found -> found.enumerator(Member.WSTYPE) == type);
    }

    static ExpectedEvent dispatch(DispatchKind kind) {
        return event(Event.DISPATCH).where(kind, found -> found.enumerator(Member.DISPATCH_KIND) == kind);
    }

    static ExpectedEvent taskCreate() {
        return event(Event.TASK_CREATE);
    }

    /** A task_create with this one of {@link TaskFlag}. */
    static ExpectedEvent taskCreate(int flag) {
        return taskCreate().where(TaskFlag.names(flag), found -> (found.flags() & flag) != 0);
    }

    static ExpectedEvent taskSchedule(TaskStatus priorTaskStatus) {
        return event(Event.TASK_SCHEDULE).where(priorTaskStatus, found -> found.priorTaskStatus() == priorTaskStatus);
    }

    /** A task_schedule with which a task ends, on its thread or later. */
    static ExpectedEvent taskEnd() {
        return event(Event.TASK_SCHEDULE).where("end of a task", TraceEvent::endsTask);
    }

    static ExpectedEvent dependences(DependenceType type) {
        return event(Event.DEPENDENCES).where(type, found -> found.enumerator(Member.DEPENDENCE_TYPE) == type);
    }

    static ExpectedEvent taskDependence() {
        return event(Event.TASK_DEPENDENCE);
    }

    static ExpectedEvent syncRegion(ScopeEndpoint endpoint) {
        return event(Event.SYNC_REGION).endpoint(endpoint);
    }

    static ExpectedEvent syncRegion(SyncRegionKind kind, ScopeEndpoint endpoint) {
        return syncRegion(endpoint).where(kind, found -> found.syncKind() == kind);
    }

    static ExpectedEvent syncRegionWait(ScopeEndpoint endpoint) {
        return event(Event.SYNC_REGION_WAIT).endpoint(endpoint);
    }

    static ExpectedEvent syncRegionWait(SyncRegionKind kind, ScopeEndpoint endpoint) {
        return syncRegionWait(endpoint).where(kind, found -> found.syncKind() == kind);
    }

    static ExpectedEvent reduction(ScopeEndpoint endpoint) {
        return event(Event.REDUCTION).endpoint(endpoint);
    }

    static ExpectedEvent mutexAcquire(MutexKind kind) {
        return event(Event.MUTEX_ACQUIRE).mutex(kind);
    }

    static ExpectedEvent mutexAcquired(MutexKind kind) {
        return event(Event.MUTEX_ACQUIRED).mutex(kind);
    }

    static ExpectedEvent mutexReleased(MutexKind kind) {
        return event(Event.MUTEX_RELEASED).mutex(kind);
    }

    static ExpectedEvent nestLock(ScopeEndpoint endpoint) {
        return event(Event.NEST_LOCK).endpoint(endpoint);
    }

    static ExpectedEvent lockInit(MutexKind kind) {
        return event(Event.LOCK_INIT).mutex(kind);
    }

    /** A cancellation with all of these {@linkplain CancelFlag flags}. */
    static ExpectedEvent cancel(int flags) {
        return event(Event.CANCEL).where(CancelFlag.names(flags), found -> (found.flags() & flags) == flags);
    }

    static ExpectedEvent error(Severity severity) {
        return event(Event.ERROR).where(severity, found -> found.severity() == severity);
    }

    /** The begin or end of a wait for which OMPT has no event. */
    static ExpectedEvent waits(State state, ScopeEndpoint endpoint) {
        return event(Event.WAIT).endpoint(endpoint).where(state, found -> found.state() == state);
    }

    static ExpectedEvent pool(ScopeEndpoint endpoint) {
        return event(Event.POOL).endpoint(endpoint);
    }

    static ExpectedEvent poolWorker(ScopeEndpoint endpoint) {
        return event(Event.POOL_WORKER).endpoint(endpoint);
    }

    /** A task that began so many milliseconds or more after it was due. */
    static ExpectedEvent taskLate(long millis) {
        return event(Event.TASK_LATE)
                .where(millis + " ms or more", found -> found.value(Member.LATENESS) >= millis * 1_000_000);
    }

    static ExpectedEvent wakeup() {
        return event(Event.WAKEUP);
    }

    /** The same, raised by this construct. */
    ExpectedEvent of(Construct construct) {
        return where(construct.id(), found -> found.construct() == construct);
    }

    /** The same, with a {@code codeptr_ra} whose text contains this. */
    ExpectedEvent at(String callSitePart) {
        return where("at " + callSitePart, (trace, found) -> contains(trace.callSite(found.codeptrRa()), callSitePart));
    }

    /** The same, without a {@code codeptr_ra}. */
    ExpectedEvent withoutCallSite() {
        return where("without codeptr_ra", found -> found.codeptrRa() == 0);
    }

    /** The same, with a body whose text contains this. */
    ExpectedEvent body(String bodyPart) {
        return where("body " + bodyPart, (trace, found) -> contains(trace.body(found.body()), bodyPart));
    }

    /** The same, with this {@code impl}. */
    ExpectedEvent impl(MutexImpl impl) {
        return where(impl, found -> found.impl() == impl);
    }

    /** The same, with this {@code count} or number of iterations. */
    ExpectedEvent count(long count) {
        return where(
                "count " + count, found -> has(found, Member.COUNT, count) || has(found, Member.ITERATIONS, count));
    }

    /** The same, with this number of a section or first iteration. */
    ExpectedEvent start(long start) {
        return where("start " + start, found -> has(found, Member.START, start));
    }

    private static boolean has(TraceEvent found, Member member, long value) {
        return found.has(member) && found.value(member) == value;
    }

    /** The same, with another condition. */
    ExpectedEvent where(Object what, Predicate<TraceEvent> more) {
        return where(what, (trace, found) -> more.test(found));
    }

    /** The same, with another condition that needs the trace's definitions. */
    ExpectedEvent where(Object what, BiPredicate<Trace, TraceEvent> more) {
        return new ExpectedEvent(description + " " + what, condition.and(more));
    }

    boolean matches(Trace trace, TraceEvent found) {
        return condition.test(trace, found);
    }

    private ExpectedEvent endpoint(ScopeEndpoint endpoint) {
        return where(endpoint, found -> found.endpoint() == endpoint);
    }

    private ExpectedEvent mutex(MutexKind kind) {
        return where(kind, found -> found.mutexKind() == kind);
    }

    private static boolean contains(@Nullable String text, String part) {
        return text != null && text.contains(part);
    }

    @Override
    public String toString() {
        return description;
    }
}
