package org.ompt4j.tools.trace;

/** Takes stacks of the code that makes regions and tasks. */
@FunctionalInterface
public interface MadeListener {
    /**
     * A region or task is made, and it is time to take a stack of the code that does; called on its thread, inside of a hook.
     *
     * @param id of the region or task
     * @param callSite 0 if it is not known
     * @param body what it runs; 0 if that is not known
     * @return whether it was taken
     */
    boolean made(long id, int callSite, int body);
}
