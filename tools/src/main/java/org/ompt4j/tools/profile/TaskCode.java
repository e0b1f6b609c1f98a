package org.ompt4j.tools.profile;

/** The common path and code of tasks. There is one object for all tasks that were created by the same path and run the same code. */
final class TaskCode {
    private final CallPath path;
    private final int body;

    TaskCode(CallPath path, int body) {
        this.path = path;
        this.body = body;
    }

    CallPath path() {
        return path;
    }

    /** The code that the tasks run; 0 if it is not known, {@link CallPath#OTHER} if it is beyond the limit. */
    int body() {
        return body;
    }
}
