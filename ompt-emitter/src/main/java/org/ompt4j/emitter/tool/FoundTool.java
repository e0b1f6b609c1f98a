package org.ompt4j.emitter.tool;

import org.ompt4j.ompt.OmptTool;

/** A tool before it was asked whether it wants to run; {@code origin} says where it was found. */
record FoundTool(OmptTool tool, String origin) {

    String name() {
        return tool.getClass().getName();
    }

    @Override
    public String toString() {
        return "tool " + name() + " (" + origin + ")";
    }
}
