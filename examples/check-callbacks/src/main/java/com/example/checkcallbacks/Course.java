package com.example.checkcallbacks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The regions, scopes, mutexes and tasks that are open on a thread, in their order. An untied task that a thread without a task runs, like a virtual
 * thread on its carrier, has a course of its own, which it takes from thread to thread.
 */
final class Course {
    /** A scope that has begun: the callback with its kind, and the task in it. */
    record Scope(String name, Task task) {}

    final String name;
    final Deque<Region> regions = new ArrayDeque<>();
    final Deque<Scope> scopes = new ArrayDeque<>();

    /** Mutexes that the thread has asked for: true for those that it got. */
    final Map<Long, Boolean> mutexes = new HashMap<>();

    Task current;

    /** The untied task whose course it is; null for a thread's own. */
    final Task untied;

    Course(String name, Task untied) {
        this.name = name;
        this.untied = untied;
        this.current = untied;
    }
}
