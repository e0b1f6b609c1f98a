package org.ompt4j.ompt;

/**
 * What a tool that wants to run answers.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.1 ({@code ompt_start_tool_result_t}).
 */
public interface OmptStartToolResult {

    /**
     * Called once before {@code main}; the tool registers its callbacks here.
     *
     * @param initialDeviceNum number of the host device, 0
     * @return 0 if the tool does not want to run after all
     */
    int initialize(OmptFunctionLookup lookup, int initialDeviceNum);

    /** Called once at the end of the run, after the last event. ({@code finalize} in the specification.) */
    void finalizeTool();
}
