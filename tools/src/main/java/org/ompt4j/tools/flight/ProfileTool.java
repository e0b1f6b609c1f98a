package org.ompt4j.tools.flight;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.tools.trace.TraceTool;

/**
 * Writes a trace, and beside it what the JDK's Flight Recorder samples; runs if the configuration says {@code tool=profile}.
 *
 * <p>Without a Flight Recorder it is the trace alone.
 */
public final class ProfileTool implements OmptTool, OmptStartToolResult {
    private final FlightSamples samples = new FlightSamples();
    private final TraceTool trace = new TraceTool("profile", samples);

    @Override
    public @Nullable OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    @Override
    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        return trace.initialize(lookup, initialDeviceNum);
    }

    @Override
    public void finalizeTool() {
        samples.end();
        trace.finalizeTool();
    }
}
