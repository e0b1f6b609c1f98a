package com.example.checkcallbacks;

import java.util.HashSet;
import java.util.Set;
import org.ompt4j.ompt.OmptData;

/** A parallel region. */
final class Region extends Kept {
    /** Null for the region of an initial task, which no construct has opened. */
    final Course openedBy;

    final Task encountering;

    /** By the tool's own clock, in nanoseconds. */
    volatile long endToldAt = Long.MAX_VALUE;

    private final Set<Course> members = new HashSet<>();
    private final Set<Integer> indexes = new HashSet<>();

    Region(OmptData data, Course openedBy, Task encountering) {
        super(data);
        this.openedBy = openedBy;
        this.encountering = encountering;
    }

    /** False if the thread (or the untied task) or the index is one of a member already. */
    synchronized boolean join(Course course, int index) {
        return members.add(course) & indexes.add(index);
    }

    synchronized int memberCount() {
        return members.size();
    }
}
