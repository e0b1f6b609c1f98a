package org.ompt4j.tools.compare;

import java.util.List;
import java.util.Locale;

/**
 * The tables by which runs are compared. Their rows have names that are the same in every run. The first measure is compared; the others are
 * shown besides.
 */
enum ComparedTable {
    STATES("States of threads", "time of all threads together", "state", List.of(Measure.time("time", "time"))),
    REGIONS(
            "Parallel regions",
            "their length in all, by call site",
            "call site",
            List.of(
                    Measure.time("total", "total"),
                    Measure.count("count", "count"),
                    Measure.mean(),
                    Measure.count("tasks", "tasks"),
                    Measure.ratio("threads", "threads"),
                    Measure.ratio("imbalance", "imbalance"),
                    Measure.longest("task_max", "longest task"))),
    TASKS(
            "Tasks",
            "busy time in all, by the code they run",
            "code",
            List.of(
                    Measure.time("total", "total"),
                    Measure.count("run", "run"),
                    Measure.mean(),
                    Measure.longest("max", "max"))),
    POOL_QUEUES(
            "Queues of pools",
            "what submitted tasks waited for a worker, in sum",
            "pool",
            List.of(
                    Measure.time("queued", "queued"),
                    Measure.count("submitted", "tasks"),
                    Measure.mean(),
                    Measure.longest("queued_max", "max"),
                    Measure.time("ran", "ran"))),
    POOL_IDLE(
            "Idle workers of pools",
            "their time without work in all",
            "pool",
            List.of(
                    Measure.time("idle", "idle"),
                    Measure.time("busy", "busy"),
                    Measure.time("waiting", "waiting"),
                    Measure.count("workers", "workers"),
                    Measure.count("tasks", "tasks"))),
    VIRTUAL_THREADS(
            "Waits of virtual threads",
            "by the code they run",
            "code",
            List.of(
                    Measure.time("waiting", "waiting"),
                    Measure.count("started", "started"),
                    Measure.mean(),
                    Measure.time("mounted", "mounted"),
                    Measure.time("pinned", "pinned"))),
    MUTEX_CLASSES(
            "Waits for locks and monitors",
            "by their class",
            "class",
            List.of(
                    Measure.time("waited", "waited"),
                    Measure.count("waits", "waits"),
                    Measure.mean(),
                    Measure.longest("max", "max"),
                    Measure.count("acquired", "acquired"))),
    MUTEX_WAITS(
            "Where locks and monitors were waited for",
            "by call site",
            "call site",
            List.of(Measure.time("ns", "waited"))),
    MUTEX_HOLDERS(
            "Who had locks and monitors while others waited",
            "by call site",
            "call site",
            List.of(Measure.time("ns", "kept waiting"))),
    SYNCS(
            "Barriers and joins",
            "waiting in them, by class or call site",
            "what",
            List.of(
                    Measure.time("waited", "waited"),
                    Measure.count("waits", "waits"),
                    Measure.mean(),
                    Measure.longest("max", "max"),
                    Measure.count("passed", "passed"))),
    WAITS(
            "Who made whom wait",
            "waiting for other threads, by where and how they waited",
            "waited at",
            List.of(
                    Measure.time("waited", "waited"),
                    Measure.count("waits", "waits"),
                    Measure.mean(),
                    Measure.longest("max", "max"))),
    ERRORS("Exceptions and cancellations", "how often", "what happened", List.of(Measure.count("count", "count")));

    private final String title;
    private final String meaning;
    private final String names;
    private final List<Measure> measures;

    ComparedTable(String title, String meaning, String names, List<Measure> measures) {
        this.title = title;
        this.meaning = meaning;
        this.names = names;
        this.measures = measures;
    }

    /** The table's name in output with raw values, such as JSON. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    String title() {
        return title;
    }

    /** The meaning of the compared figures. */
    String meaning() {
        return meaning;
    }

    /** What the names of rows are. */
    String names() {
        return names;
    }

    List<Measure> measures() {
        return measures;
    }

    /** The measure that is compared. */
    Measure compared() {
        return measures.get(0);
    }
}
