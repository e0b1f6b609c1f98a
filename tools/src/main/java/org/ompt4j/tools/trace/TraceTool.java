package org.ompt4j.tools.trace;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;

/**
 * Writes every event into a trace file; runs if the configuration says {@code tool=trace}.
 *
 * <p>Configuration: {@code output}, {@code max-size}, {@code ring}.
 */
public final class TraceTool implements OmptTool, OmptStartToolResult {
    private static final long EVERY_EVENT = -1;

    private @Nullable Ompt4jRuntime runtime;
    private @Nullable Recording recording;

    @Override
    public @Nullable OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    @Override
    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        if (!(lookup.lookup(Ompt4jRuntime.NAME) instanceof Ompt4jRuntime found)
                || !"trace".equals(found.configuration().get("tool"))) {
            return 0;
        }
        try {
            Recording begun = Recording.begin(found, "trace");
            recording = begun;
            runtime = found;
            found.setRecordSink(new TraceSink(begun), EVERY_EVENT);
            return 1;
        } catch (IOException | RuntimeException e) {
            found.message("no trace is written: " + e);
            return 0;
        }
    }

    @Override
    public void finalizeTool() {
        if (runtime != null && recording != null) {
            runtime.setRecordSink(null, 0);
            recording.finish();
        }
    }
}
