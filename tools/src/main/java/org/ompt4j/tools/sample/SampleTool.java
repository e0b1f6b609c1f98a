package org.ompt4j.tools.sample;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.tools.trace.Recording;
import org.ompt4j.tools.trace.RecordingControl;

/**
 * Periodically writes the state of every thread into a trace file. The tool is selected by {@code tool=sample}.
 *
 * <p>Configuration: {@code sample.period}, {@code output}, {@code max-size}, {@code ring}, {@code max-stall}.
 */
public final class SampleTool implements OmptTool, OmptStartToolResult {
    private @Nullable RecordingControl control;
    private @Nullable Sampler sampler;

    @Override
    public @Nullable OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    @Override
    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        if (!(lookup.lookup(Ompt4jRuntime.NAME) instanceof Ompt4jRuntime found)
                || !found.settings().tool().equals("sample")) {
            return 0;
        }
        try {
            Recording recording = Recording.begin(found, "sample");
            Sampler made = new Sampler(found, recording, found.settings().samplePeriodNanos());
            RecordingControl commands = new RecordingControl(recording, made);
            sampler = made;
            control = commands;
            found.setRecordSink(recording.definitionSink(), 0);
            commands.register(lookup);
            made.start();
            return 1;
        } catch (IOException | RuntimeException e) {
            found.message("no samples are written: " + e);
            return 0;
        }
    }

    @Override
    public void finalizeTool() {
        if (control != null && sampler != null) {
            sampler.end();
            control.finish();
        }
    }
}
