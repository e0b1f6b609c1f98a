package org.ompt4j.tools.flight;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.tools.trace.TraceTool;

/**
 * Writes a trace, and beside it a file with the samples of the JDK's Flight Recorder. The tool is selected by {@code tool=profile}.
 *
 * <p>In a JVM without a Flight Recorder it writes only the trace.
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
