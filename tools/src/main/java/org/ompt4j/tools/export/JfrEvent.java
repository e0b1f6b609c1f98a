package org.ompt4j.tools.export;

/** The types of events in an exported Flight Recorder file. */
enum JfrEvent {
    REGION("Region", "Parallel Region", "A parallel region, on the thread that opened it", true, "region"),
    MEMBER("Member", "Member of a Region", "A thread is a member of a region that another one opened", true, "task"),
    TASK("Task", "Task", "A task runs", true, "task"),
    MOUNT("Mount", "Virtual Thread Mounted", "A virtual thread is on this carrier", true, "virtualThread"),
    SYNC("Sync", "Sync Region", "A thread is in a barrier, taskwait or taskgroup", true, ""),
    REDUCTION("Reduction", "Reduction", "A thread combines partial results", true, ""),
    WAIT("Wait", "Wait", "A thread waits", true, "object"),
    TASK_CREATION("TaskCreation", "Task Created", "A task is made that runs later, or elsewhere", false, "task"),
    RELEASE("Release", "Mutex Released", "A mutex is released for which somebody waits", false, ""),
    WAKEUP("Wakeup", "Wakeup", "A thread ends waits of others", false, ""),
    ERROR("Error", "Error", "What a task or a thread threw", false, ""),
    CANCELLATION("Cancellation", "Cancellation", "A task or a region is cancelled", false, ""),
    STATE("State", "Sampled State", "A sampler saw a thread in this state", false, ""),
    SAMPLE("Sample", "Sample", "A sample of the Flight Recorder, its stack as the program was written", false, ""),
    PAUSE("Pause", "Pause", "Nothing was recorded", true, "");

    private final String name;
    private final String label;
    private final String description;
    private final boolean hasDuration;
    private final String idField;

    JfrEvent(String name, String label, String description, boolean hasDuration, String idField) {
        this.name = name;
        this.label = label;
        this.description = description;
        this.hasDuration = hasDuration;
        this.idField = idField;
    }

    static JfrEvent of(Slice.Kind kind) {
        return switch (kind) {
            case REGION -> REGION;
            case MEMBER -> MEMBER;
            case TASK -> TASK;
            case MOUNT -> MOUNT;
            case SYNC -> SYNC;
            case REDUCTION -> REDUCTION;
            case SYNC_WAIT, MUTEX_WAIT, WAIT -> WAIT;
        };
    }

    String typeName() {
        return "ompt4j." + name;
    }

    String label() {
        return label;
    }

    String description() {
        return description;
    }

    boolean hasDuration() {
        return hasDuration;
    }

    /** Whether events of this type have a thread and a stack. */
    boolean hasThread() {
        return this != PAUSE;
    }

    boolean hasName() {
        return this != SAMPLE && this != PAUSE;
    }

    boolean hasConstruct() {
        return hasDuration && this != PAUSE;
    }

    /** Whether events of this type have the time since the task's creation and its lateness. */
    boolean hasTimesBefore() {
        return this == TASK;
    }

    /** The label of {@link #idField}. */
    String idLabel() {
        return switch (idField) {
            case "virtualThread" -> "Virtual Thread";
            case "" -> "";
            default -> Character.toUpperCase(idField.charAt(0)) + idField.substring(1);
        };
    }

    /** The name of the field with the id of the event's subject; empty if there is none. */
    String idField() {
        return idField;
    }
}
