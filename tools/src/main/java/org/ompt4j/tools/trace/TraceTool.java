package org.ompt4j.tools.trace;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.RunSettings;

/**
 * Writes every event into a trace file. The tool is selected by {@code tool=trace}.
 *
 * <p>Configuration: {@code output}, {@code max-size}, {@code ring}, {@code max-stall}.
 */
public final class TraceTool implements OmptTool, OmptStartToolResult {
    private static final long EVERY_EVENT = -1;
    /** The events that are recorded only with a companion. They cost some hundred nanoseconds for each member of a region. */
    private static final long WITH_COMPANION = Event.TASK_CPU_TIME.bit();

    private final String tool;
    private final @Nullable TraceCompanion companion;
    private @Nullable RecordingControl control;

    public TraceTool() {
        this("trace", null);
    }

    /**
     * Creates the tool for another tool that also writes a trace.
     *
     * @param tool the value of the setting {@code tool}
     * @param companion records something else besides the trace; may be null
     */
    public TraceTool(String tool, @Nullable TraceCompanion companion) {
        this.tool = tool;
        this.companion = companion;
    }

    @Override
    public @Nullable OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    @Override
    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        if (!(lookup.lookup(Ompt4jRuntime.NAME) instanceof Ompt4jRuntime found)
                || !found.settings().tool().equals(tool)) {
            return 0;
        }
        try {
            Recording recording = Recording.begin(found, "trace");
            recording.setThreadListener(companion);
            Events events = new Events(
                    found,
                    companion == null ? EVERY_EVENT & ~WITH_COMPANION : EVERY_EVENT,
                    new TraceSink(
                            recording, companion == null ? null : new StackRate(companion, recording.file.startNanos)));
            RecordingControl made = new RecordingControl(recording, events);
            control = made;
            if (found.settings().profile() == RunSettings.Profile.STATES) {
                found.message(
                        "profile=states raises no events, so the trace will be empty; tool=sample records states");
            }
            events.on();
            made.register(lookup);
            if (companion != null) {
                companion.begin(found, recording);
            }
            return 1;
        } catch (IOException | RuntimeException e) {
            found.message("no trace is written: " + e);
            return 0;
        }
    }

    @Override
    public void finalizeTool() {
        if (control != null) {
            control.finish();
        }
    }

    /** The requested events of this JVM. */
    private static final class Events implements RecordingControl.Source {
        private final Ompt4jRuntime runtime;
        private final long asked;
        private final RecordSink sink;

        Events(Ompt4jRuntime runtime, long asked, RecordSink sink) {
            this.runtime = runtime;
            this.asked = asked;
            this.sink = sink;
        }

        @Override
        public void on() {
            runtime.setRecordSink(sink, asked);
        }

        @Override
        public void off() {
            // The sink still receives definitions of ids.
            runtime.setRecordSink(sink, 0);
        }

        @Override
        public void over() {
            runtime.setRecordSink(null, 0);
        }
    }
}
