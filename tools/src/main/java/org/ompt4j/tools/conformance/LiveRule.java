package org.ompt4j.tools.conformance;

import java.util.EnumSet;
import java.util.Set;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SetResult;

/** The rules that can be judged while the application runs, under the ids that {@code check} uses for traces. */
enum LiveRule {
    I1("ids of threads, regions and tasks are unique, not 0 and below 2^53"),
    I2("tool data is empty at first, then the same object with what the tool stored"),
    I3("a thread's first event is its thread_begin, its last its thread_end", Event.THREAD_BEGIN, Event.THREAD_END),
    R1("parallel_begin precedes every implicit_task begin of its region", Needs.REGIONS),
    R2("every member's implicit_task end precedes parallel_end, unless tasks may outlive the region", Needs.MEMBERS),
    R3("a membership is implicit_task begin, body, region-ending barrier, implicit_task end", Needs.MEMBERS),
    R4("parallel_end repeats its parallel_begin's region, task, flags and call site", Needs.REGIONS),
    R5("a member's index is its order of joining, parallelism is what was asked for or offered", Needs.REGIONS),
    R6("regions nest strictly per thread, the inner one's parent is the task that reached it", Needs.STACKS),
    R7("suspended tasks stand below what they were interrupted for, with a frame in and a frame out", Needs.STACKS),
    R8("a call site names one source region, and one source region has one call site", Event.PARALLEL_BEGIN),
    R9("a region has an implicit task on the thread that reached it", Needs.REGIONS),
    B1("a barrier is begin, waits, end, with one region, task and call site", Needs.SYNCS),
    B2("an explicit barrier has its call site, a region-ending one the region's or none", Needs.SYNCS),
    B3("barriers on one thread do not overlap except by nesting", Needs.SYNCS),
    B4("every party of an explicit barrier has a wait, the last one too", Needs.SYNCS),
    B5("no task is run inside an open wait", Needs.SYNCS),
    T1("task_create, by the creating task, precedes the task's first task_schedule", Needs.STACKS),
    T2("a task is scheduled in from the current task and gives back to the one it came from", Needs.STACKS),
    T3("a task that is run in a barrier or taskwait ends inside it", Needs.SYNCS),
    T4("an undeferred task is run to its end before its creator's next event", Needs.STACKS),
    T5("a task ends once, and one that has started ends before its thread", Needs.STACKS),
    T6("the tasks of a region end before its encountering thread leaves the region-ending barrier", Needs.SYNCS),
    T7("taskwait and taskgroup are begin, waits, end, with one call site; a taskgroup waits at its end", Needs.SYNCS),
    T8("both tasks of a task_dependence exist", Event.TASK_CREATE, Event.TASK_DEPENDENCE),
    T9("task_dependence names the current task, or one that has dependences, as the one that waits", Needs.SYNCS),
    T10("a cancel says what is cancelled and how it was noticed; a discarded task never runs", Event.CANCEL),
    M1("mutex_acquire, mutex_acquired, mutex_released: one wait id, the first two with one call site", Needs.MUTEXES),
    M2("only what can fail is acquired in vain: a monitor never is", Needs.MUTEXES),
    M3("re-entry is mutex_acquire and nest_lock begin, inner release is nest_lock end", Needs.NESTING),
    M4("an exclusive mutex has one holder at a time", Needs.NESTING),
    M5("waiting on a condition releases the mutex before and acquires it again after", Needs.NESTING),
    S1("a thread is in a wait state only between the events that begin and end the wait", Needs.SYNCS),
    S2("work_parallel is inside a region, work_serial outside, idle in no task of a region", Needs.STACKS),
    S3("a thread that is none of the runtime's has the state undefined and no data"),
    C2("time never goes back within a thread, and no event comes after the tool was finalized"),
    C4("unsetting one callback stops only that event");

    private final String statement;
    private final Set<Event> events;

    LiveRule(String statement, Event... events) {
        this.statement = statement;
        this.events = events.length == 0 ? EnumSet.noneOf(Event.class) : EnumSet.of(events[0], events);
    }

    String statement() {
        return statement;
    }

    /** Events that have to be reported always for the rule to be judged. */
    Set<Event> events() {
        return events;
    }

    /** Whether a registration that got this answer is enough; a wait for a mutex is complete in itself. */
    boolean isServedBy(SetResult answer) {
        return answer == SetResult.ALWAYS || (answer == SetResult.SOMETIMES && (this == M1 || this == M2));
    }

    /* Nested, since an enum's constants cannot use its own constants that come after them. */
    private static final class Needs {
        static final Event[] REGIONS = {Event.PARALLEL_BEGIN, Event.PARALLEL_END, Event.IMPLICIT_TASK};
        static final Event[] STACKS = {
            Event.PARALLEL_BEGIN, Event.PARALLEL_END, Event.IMPLICIT_TASK, Event.TASK_CREATE, Event.TASK_SCHEDULE
        };
        static final Event[] MEMBERS = {
            Event.PARALLEL_BEGIN,
            Event.PARALLEL_END,
            Event.IMPLICIT_TASK,
            Event.TASK_CREATE,
            Event.TASK_SCHEDULE,
            Event.SYNC_REGION,
            Event.CANCEL,
            Event.ERROR
        };
        static final Event[] SYNCS = {
            Event.PARALLEL_BEGIN,
            Event.PARALLEL_END,
            Event.IMPLICIT_TASK,
            Event.TASK_CREATE,
            Event.TASK_SCHEDULE,
            Event.SYNC_REGION,
            Event.SYNC_REGION_WAIT,
            Event.CANCEL,
            Event.ERROR
        };
        static final Event[] MUTEXES = {Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED};
        static final Event[] NESTING = {Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.NEST_LOCK
        };
    }
}
