package org.ompt4j.tools.trace;

/** Takes stacks of code that makes regions and tasks, and of code that waits; called on its thread, inside of a hook. */
public interface StackListener {
    /**
     * A region or task is made, and it is time to take a stack of the code that does.
     *
     * @param id of the region or task
     * @param callSite 0 if it is not known
     * @param body what it runs; 0 if that is not known
     * @return whether it was taken
     */
    boolean made(long id, int callSite, int body);

    /**
     * A wait of the calling thread is over, and it is time to take a stack of the code that waited.
     *
     * @param beginNanos when it began, in the trace
     * @param callSite where; 0 if that is not known
     * @return whether it was taken
     */
    boolean waited(long beginNanos, int callSite);
}
