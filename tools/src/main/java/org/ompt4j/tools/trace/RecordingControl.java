package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ControlCommand;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFunctionLookup;

/**
 * What the first-party tools do with the commands start, pause, flush and end, and with one of their own; others they ignore.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Spec: OpenMP 5.1, sections 3.14 and 4.5.2.29.
 */
public final class RecordingControl implements OmptCallback.ControlTool {

    /**
     * A command of these tools' own, for what judges a part of the trace: the {@link StringBuilder} that is its argument gets the time now, in
     * nanoseconds since the trace began, a space, and where the trace will be.
     */
    public static final int TELL_TRACE = 100;

    /** Where what is recorded comes from. */
    public interface Source {
        void on();

        /** After this little more comes, and soon nothing. */
        void off();

        /** Nothing will be recorded any more: what is observed need cost no more than without a tool. */
        default void over() {
            off();
        }
    }

    private final Recording recording;
    private final Source source;
    private boolean paused;
    private boolean ended;

    /** The source is on. */
    public RecordingControl(Recording recording, Source source) {
        this.recording = recording;
        this.source = source;
        recording.setSource(source);
    }

    /** Has commands come here. */
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
            // Before the first event, so that none lies outside what was recorded.
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

    /** The run is over; nothing happens if recording was ended before. */
    public synchronized void finish() {
        if (!ended) {
            ended = true;
            source.off();
            recording.finish();
        }
    }
}
