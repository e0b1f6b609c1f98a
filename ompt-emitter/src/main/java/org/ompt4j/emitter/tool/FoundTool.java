package org.ompt4j.emitter.tool;

import org.ompt4j.ompt.OmptTool;

/**
 * A tool that was found, before its {@code startTool} is called.
 *
 * @param name the name of the tool's own class
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
