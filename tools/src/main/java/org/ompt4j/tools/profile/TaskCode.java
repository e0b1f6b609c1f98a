package org.ompt4j.tools.profile;

/** Tasks that were made by the same path and run the same code; there is one object for all of them. */
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

    /** What they run; 0 where that is not told, {@link CallPath#OTHER} where it is not kept apart. */
    int body() {
        return body;
    }
}
