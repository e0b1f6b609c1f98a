package com.example.checkcallbacks;

/** What a tool may rely on, each rule in one sentence. */
enum Rule {
    THREADS("thread_begin is the first callback of a thread, thread_end the last, and each comes once"),
    FRESH_DATA("the data of a thread, region or task is zero when it begins"),
    SAME_DATA("the data of a thread, region or task is one object that keeps the tool's values to the last callback that names it"),
    NESTING("parallel_begin and parallel_end come on one thread, the innermost region ends first, and both name the same task"),
    SCOPES("begin and end of a scope come on one thread and in one task, and the innermost scope ends first"),
    CURRENT_TASK("a callback about the current task names the task that the thread runs, as ompt_get_task_info does"),
    REGION_OVER("nothing of a region begins after its parallel_end"),
    TASK_OVER("a task ends once, and nothing happens in it afterwards"),
    ONE_THREAD("a tied task runs on the thread that began it, an untied one on one thread at a time"),
    DETACHED("late_fulfill ends a task that was detached before"),
    JOINED("a wait for a task ends after the task, unless it is given up, which OMPT does not tell"),
    MEMBERS("index and thread come once in a region, an index is below actual_parallelism"),
    MEMBER_COUNT("parallel_end counts as many members as there were"),
    IN_TIME("a callback is called before the next event of its thread happens; what the thread sleeps through may be late, with its own time: a"
            + " member's end, and the step from a condition to its mutex"),
    EVENT_TIME("the time of an event is not after its callback and never goes back on a thread"),
    MUTEXES("acquired follows acquire; if all uses are reported, a monitor or lock is released by who holds it, and who holds it does not get it again"),
    LEFT_OPEN("what has begun has ended when the tool is finalized"),
    FINALIZED("no callback comes after the tool was finalized");

    final String text;

    Rule(String text) {
        this.text = text;
    }
}
