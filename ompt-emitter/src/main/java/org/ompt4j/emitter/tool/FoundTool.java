package org.ompt4j.emitter.tool;

import org.ompt4j.ompt.OmptTool;

/**
 * A tool before it was asked whether it wants to run.
 *
 * @param name of the class that its author wrote
 * @param origin where it was found
 */
record FoundTool(OmptTool tool, String name, String origin) {

    static final String BUILT_IN = "built in";

    FoundTool(OmptTool tool, String origin) {
        this(tool, tool.getClass().getName(), origin);
    }

    boolean isBuiltIn() {
        return origin.equals(BUILT_IN);
    }

    @Override
    public String toString() {
        return "tool " + name + " (" + origin + ")";
    }
}
