package com.example.checkcallbacks;

import java.util.Objects;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.ScopeEndpoint;

/**
 * A thread, and what it is doing as far as its callbacks have told. They are judged in the order in which they come; one at a time, on
 * the thread itself or, when the program ends, on another one.
 */
final class Worker extends Kept {
    private final String name;
    private final Findings findings;
    private final Course own;

    /** That of the thread, or of the untied task that it runs. */
    private Course course;

    /** The callback that is running. */
    private String event = "";

    private long eventTime;

    /** The first callback of the last moment at which something happened: several can have one time. */
    private String momentEvent = "";

    private long momentTime = Long.MIN_VALUE;
    private long momentCalledAt;
    private boolean momentMayBeLate;
    private boolean opensMoment;
    private long lastTime = Long.MIN_VALUE;
    private boolean isFirst = true;

    /** The mutex of the condition for which a wait has ended with the last callback, and with the one that is running; 0 for none. */
    private long conditionBefore;

    private long condition;

    Worker(OmptData data, Findings findings) {
        super(data);
        this.name = Thread.currentThread().getName();
        own = new Course(name, null);
        course = own;
        this.findings = findings;
    }

    // ---------------------------------------------------------------- every callback

    /**
     * A callback begins.
     *
     * @param time of its event
     * @param mayBeLate whether it belongs to the end of a membership, which is when the region ends: the thread may sleep or be busy then
     */
    void hears(String event, long time, boolean mayBeLate) {
        long now = System.nanoTime();
        conditionBefore = condition;
        condition = 0;
        this.event = event;
        eventTime = time;
        if (isOver) {
            finding(Rule.THREADS, "comes after thread_end");
        }
        if (isFirst && !event.equals("thread_begin")) {
            finding(Rule.THREADS, "comes before thread_begin");
        }
        isFirst = false;
        if (time > now || time < lastTime) {
            finding(Rule.EVENT_TIME, "happened " + (time - now) + " ns after its callback, "
                    + (time - lastTime) + " ns after the callback before");
        }
        lastTime = time;
        opensMoment = !mayBeLate && time > momentTime;
        if (opensMoment) {
            if (momentCalledAt > time && !momentMayBeLate) {
                finding(Rule.IN_TIME, momentEvent + " was called " + (momentCalledAt - momentTime) + " ns late, "
                        + (momentCalledAt - time) + " ns after this had happened");
            }
            momentEvent = event;
            momentTime = time;
            momentCalledAt = now;
            momentMayBeLate = false;
        }
    }

    void finding(Rule rule, String text) {
        findings.add(rule, name, event + " " + text);
    }

    /** The task in this data; null, and a finding, if the data is not what the tool has put there; null if there is none. */
    Task task(OmptData passed) {
        return kept(passed, Task.class);
    }

    Region region(OmptData passed) {
        return kept(passed, Region.class);
    }

    private <T extends Kept> T kept(OmptData passed, Class<T> type) {
        T found = passed == null ? null : Kept.in(passed, type);
        if (passed != null && found == null) {
            finding(Rule.SAME_DATA, "names a " + type.getSimpleName().toLowerCase() + " with other data: " + passed);
        }
        return found;
    }

    /** Something has begun whose data must have been empty. */
    private <T extends Kept> T fresh(T begun) {
        if (!begun.wasFresh) {
            finding(Rule.FRESH_DATA, "begins " + begun + " with data that is not zero");
        }
        return begun;
    }

    // ---------------------------------------------------------------- threads

    void begins() {
        fresh(this);
    }

    void ends() {
        leaveNothing();
        isOver = true;
    }

    private void leaveNothing() {
        for (Course.Scope each : course.scopes) {
            finding(Rule.LEFT_OPEN, "leaves " + each.name() + " open");
        }
        for (Region each : course.regions) {
            finding(Rule.LEFT_OPEN, "leaves " + each + " open");
        }
    }

    // ---------------------------------------------------------------- regions and members

    Region opens(OmptData data, OmptData encountering) {
        isCurrent(encountering);
        Region region = fresh(new Region(data, course, task(encountering)));
        course.regions.push(region);
        return region;
    }

    void closes(Region region, OmptData encountering, int members) {
        if (region.openedBy != course) {
            finding(Rule.NESTING, "ends a region that was begun on " + region.openedBy.name);
        } else if (course.regions.peek() != region) {
            finding(Rule.NESTING, "ends " + region + " inside " + course.regions.peek());
        }
        course.regions.remove(region);
        if (region.encountering != null && task(encountering) != region.encountering) {
            finding(Rule.NESTING, "names another encountering task than parallel_begin");
        }
        if (region.memberCount() != members) {
            finding(Rule.MEMBER_COUNT, "of " + region + " counts " + members + " of " + region.memberCount());
        }
        region.endToldAt = System.nanoTime();
        region.isOver = true;
    }

    /** Begins an implicit task, as a member of the region. */
    Task joins(OmptData region, OmptData task, int actualParallelism, int index, int flags) {
        Region joined = beginsIn(region);
        if (joined != null && !joined.join(course, index)) {
            finding(Rule.MEMBERS, "comes twice for the thread or for index " + index + " of " + joined);
        }
        if (index < 0 || index >= actualParallelism) {
            finding(Rule.MEMBERS, "has index " + index + " of " + actualParallelism);
        }
        return enters(task, flags, joined);
    }

    /** Begins the initial task of the thread, in a region of its own. */
    Task startsIn(OmptData region, OmptData task, int flags) {
        return enters(task, flags, fresh(new Region(region, null, null)));
    }

    private Task enters(OmptData data, int flags, Region region) {
        Task task = fresh(new Task(data, flags, region, course.current));
        task.runner = course;
        course.current = task;
        course.scopes.push(new Course.Scope("implicit_task", task));
        return task;
    }

    /** Ends an implicit or initial task. */
    void leaves(Task task) {
        pop(new Course.Scope("implicit_task", task));
        if (task.runner != course) {
            finding(Rule.ONE_THREAD, "ends a task of " + task.runner.name);
        }
        // A member that is in a task when its region ends is one until it has left the task, and told of what came of it.
        if (task.region != null && eventTime > task.region.endToldAt && eventTime > momentTime) {
            finding(Rule.IN_TIME, "has a time " + (eventTime - task.region.endToldAt) + " ns after the end of its region");
        }
        over(task);
        course.current = task.below;
    }

    private Region beginsIn(OmptData data) {
        Region region = region(data);
        if (region != null && region.isOver) {
            finding(Rule.REGION_OVER, "begins in " + region + ", which has ended");
        }
        return region;
    }

    // ---------------------------------------------------------------- scopes

    /** A scope of the current task begins, ends, or does both. */
    void scope(String name, ScopeEndpoint endpoint, OmptData region, OmptData task) {
        if (endpoint != ScopeEndpoint.END) {
            beginsIn(region);
            isCurrent(task);
        }
        Course.Scope scope = new Course.Scope(name, task(task));
        if (endpoint == ScopeEndpoint.BEGIN) {
            course.scopes.push(scope);
        } else if (endpoint == ScopeEndpoint.END) {
            pop(scope);
        }
    }

    private void pop(Course.Scope scope) {
        if (!scope.equals(course.scopes.peek())) {
            finding(Rule.SCOPES, "ends " + scope + " inside " + course.scopes.peek());
        }
        course.scopes.removeFirstOccurrence(scope);
    }

    void dispatches(OmptData region, OmptData task) {
        beginsIn(region);
        isCurrent(task);
    }

    // ---------------------------------------------------------------- tasks

    /** Holds the task that a callback calls current against what was told before. */
    void isCurrent(OmptData passed) {
        Task task = task(passed);
        if (task != null && task.isOver) {
            finding(Rule.TASK_OVER, "happens in " + task + ", which has ended");
        }
        boolean isKnown = passed == null || task != null;
        if (isKnown && task != course.current) {
            finding(Rule.CURRENT_TASK, "names " + task + ", but " + course.current + " runs");
        }
    }

    /** What an entry point says of the current task. */
    void saysCurrent(OmptData answer) {
        if (answer != (course.current == null ? null : course.current.data)) {
            finding(Rule.CURRENT_TASK, "is answered " + answer + " by ompt_get_task_info, but " + course.current + " runs");
        }
    }

    Task creates(OmptData creator, OmptData data, int flags) {
        isCurrent(creator);
        return fresh(new Task(data, flags, null, null));
    }

    /** The prior task gives way to the next one; null for a task that is not known. */
    void switches(OmptData prior, Task next) {
        Task leaving = task(prior);
        if (next == null && leaving != null && leaving.isUntied()) {
            suspends(leaving);
        } else if (prior == null && next != null && next.isUntied()) {
            isCurrent(null);
            resumes(next);
        } else {
            isCurrent(prior);
            runs(next);
        }
    }

    /** The untied task goes on later, with all that it is in. */
    private void suspends(Task untied) {
        if (course.untied != untied) {
            finding(Rule.CURRENT_TASK, "suspends " + untied + ", but " + course.untied + " runs");
        }
        untied.suspended = course;
        course = own;
    }

    private void resumes(Task untied) {
        boolean isNew = untied.runner == null;
        if (untied.isOver) {
            finding(Rule.TASK_OVER, "goes on with " + untied + ", which has ended");
        } else if (!isNew && untied.suspended == null) {
            finding(Rule.ONE_THREAD, "goes on with " + untied + ", which still runs");
        }
        course = untied.suspended != null ? untied.suspended : new Course(untied.toString(), untied);
        untied.suspended = null;
        untied.runner = course;
    }

    private void runs(Task next) {
        course.current = next;
        if (next == null) {
            return;
        }
        if (next.isOver) {
            finding(Rule.TASK_OVER, "goes on with " + next + ", which has ended");
        }
        if (next.runner != null && next.runner != course && !next.isUntied()) {
            finding(Rule.ONE_THREAD, "goes on with " + next + " of " + next.runner.name);
        }
        next.runner = course;
    }

    /** The current task ends: complete or cancelled. */
    void ends(Task task, Task next) {
        for (Course.Scope each : course.scopes) {
            if (each.task() == task) {
                finding(Rule.SCOPES, "ends a task inside " + each);
            }
        }
        over(task);
        if (task == course.untied && next == null) {
            leaveNothing();
            course = own;
        }
        runs(next);
    }

    /** A task ends that was not running: detached, or discarded. */
    void over(Task task) {
        if (task.isOver) {
            finding(Rule.TASK_OVER, "ends " + task + " again");
        }
        task.isOver = true;
    }

    void detaches(Task task, Task next) {
        task.isDetached = true;
        runs(next);
    }

    void fulfils(Task task) {
        if (!task.isDetached) {
            finding(Rule.DETACHED, "of " + task + ", which was not detached");
        }
        over(task);
    }

    /** The current task begins to wait for a task; null if that is not known or has ended. */
    void waitsFor(Task awaited) {
        if (course.current != null) {
            course.current.awaited = awaited;
        }
    }

    void hasWaited() {
        Task awaited = course.current == null ? null : course.current.awaited;
        if (awaited != null && !awaited.isOver) {
            finding(Rule.JOINED, "has waited for " + awaited + ", which has not ended");
        }
        waitsFor(null);
    }

    // ---------------------------------------------------------------- mutexes

    /** Whoever is signalled sleeps on until the mutex is free. */
    void acquires(long mutex) {
        course.mutexes.putIfAbsent(mutex, false);
        if (conditionBefore == mutex && !opensMoment) {
            momentMayBeLate = true;
        }
    }

    void hasWaitedForCondition(long mutex) {
        condition = mutex;
    }

    /** @param isHeld whether it is known who holds the mutex */
    void acquired(long mutex, boolean isHeld) {
        Boolean before = course.mutexes.put(mutex, true);
        if (before == null) {
            finding(Rule.MUTEXES, "without mutex_acquire");
        } else if (before && isHeld) {
            finding(Rule.MUTEXES, "again, without mutex_released");
        }
    }

    void released(long mutex, boolean isHeld) {
        Boolean before = course.mutexes.remove(mutex);
        if (isHeld && !Objects.equals(before, true)) {
            finding(Rule.MUTEXES, "without mutex_acquired");
        }
    }

    @Override
    public String toString() {
        return "thread " + name;
    }
}
