package org.ompt4j.bench.suites;

import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;

/** A tool without callbacks. */
public final class IdleTool implements OmptTool, OmptStartToolResult {

    @Override
    public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    @Override
    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        return 1;
    }

    @Override
    public void finalizeTool() {}
}
