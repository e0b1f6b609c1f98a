package org.ompt4j.ompt;

/**
 * An older generation of the interface as a view of this one. The implementation has a public constructor without parameters; it is
 * made when the first tool of that generation is found.
 *
 * <p>Thread safety: called by the starting thread only.
 */
public interface OmptToolView {

    /**
     * The tool of today that serves the older one: it starts, initializes and finalizes it as its generation says.
     *
     * @param olderTool of the type that the generation's service file names
     */
    OmptTool asTool(Object olderTool);
}
