package org.ompt4j.ompt;

/**
 * The result of a tool that wants to run: its initializer and finalizer.
 *
 * <p>Thread safety: {@link #initialize} returns before any callback is called. An exception of either method is counted and swallowed, with one
 * line; a tool whose {@link #initialize} throws does not run.
 *
 * <p>Spec: OpenMP 5.1, sections 4.4.1 ({@code ompt_start_tool_result_t}) and 4.5.1 ({@code ompt_initialize_t}, {@code ompt_finalize_t}).
 */
public interface OmptStartToolResult {

    /**
     * Called once, before {@code main} or while the agent is attached, and before the first event; the tool registers its callbacks here.
     *
     * @param lookup returns the interfaces of {@link OmptEntryPoint} and {@link Ompt4jRuntime} by their names, now and later
     * @param initialDeviceNum number of the host device, 0
     * @return 0 if the tool does not want to run after all: it gets no event, and is not finalized; any other number if it does
     */
    int initialize(OmptFunctionLookup lookup, int initialDeviceNum);

    /** Called once at the end of the run, after the last event, also if the agent is detached. ({@code finalize} in the specification.) */
    void finalizeTool();
}
