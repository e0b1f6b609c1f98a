package org.ompt4j.tools.trace;

/** Takes stacks of code that creates regions and tasks, and of code that waits. It is called on the thread itself, inside a hook. */
public interface StackListener {
    /**
     * Called when a region or task is created and a stack of the code that creates it is due.
     *
     * @param id the id of the region or task
     * @param callSite the call site; 0 if it is not known
     * @param body the code that it runs; 0 if it is not known
     * @return whether a stack was taken
     */
    boolean made(long id, int callSite, int body);

    /**
     * Called when a wait of the calling thread is over and a stack of the code that waited is due.
     *
     * @param beginNanos when the wait began, in nanoseconds since the begin of the trace
     * @param callSite the call site of the wait; 0 if it is not known
     * @return whether a stack was taken
     */
    boolean waited(long beginNanos, int callSite);
}
