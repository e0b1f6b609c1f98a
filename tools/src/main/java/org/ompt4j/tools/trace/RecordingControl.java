package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ControlCommand;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFunctionLookup;

/**
 * Executes the commands start, pause, flush and end of {@code ompt_control_tool} for OMPT4J's own tools, and {@link #TELL_TRACE}. Other commands
 * are ignored.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Spec: OpenMP 5.1, sections 3.14 and 4.5.2.29.
 */
public final class RecordingControl implements OmptCallback.ControlTool {

    /**
     * A command of OMPT4J's own tools, for code that judges a part of the trace. It appends to its argument, a {@link StringBuilder}: the current
     * time in nanoseconds since the begin of the trace, a space, and the file of the trace once it is complete.
     */
    public static final int TELL_TRACE = 100;

    /** A source of events or samples for a recording. */
    public interface Source {
        void on();

        /** Switches the source off. A few more events may follow shortly after. */
        void off();

        /** Switches the source off for good, so that observed code costs no more than without a tool. */
        default void over() {
            off();
        }
    }

    private final Recording recording;
    private final Source source;
    private boolean paused;
    private boolean ended;

    /** @param source a source that is on */
    public RecordingControl(Recording recording, Source source) {
        this.recording = recording;
        this.source = source;
        recording.setSource(source);
    }

    /** Registers this object for commands. */
    public void register(OmptFunctionLookup lookup) {
        if (lookup.lookup(OmptEntryPoint.SetCallback.NAME) instanceof OmptEntryPoint.SetCallback set) {
            set.on(OmptCallback.CONTROL_TOOL, this);
        }
    }

    @Override
    public synchronized int controlTool(long command, long modifier, @Nullable Object arg, int codeptrRa) {
        if (ended) {
            return ControlCommand.IGNORED;
        }
        if (command == ControlCommand.START) {
            start();
        } else if (command == ControlCommand.PAUSE) {
            pause();
        } else if (command == ControlCommand.FLUSH) {
            recording.flush();
        } else if (command == ControlCommand.END) {
            end();
        } else if (command == TELL_TRACE && arg instanceof StringBuilder told) {
            told.append(recording.nanosNow())
                    .append(' ')
                    .append(recording.output().getAbsolutePath());
        } else {
            return ControlCommand.IGNORED;
        }
        return ControlCommand.SUCCESS;
    }

    private void start() {
        if (paused) {
            paused = false;
            // Before the first event, so that no event is within the pause.
            recording.resume();
            if (!recording.hasStopped()) {
                source.on();
            }
        }
    }

    private void pause() {
        if (!paused) {
            paused = true;
            source.off();
            recording.pause();
        }
    }

    private void end() {
        ended = true;
        source.over();
        recording.end();
    }

    /** Finishes the recording at the end of the run; does nothing if recording was ended before. */
    public synchronized void finish() {
        if (!ended) {
            ended = true;
            source.off();
            recording.finish();
        }
    }
}
