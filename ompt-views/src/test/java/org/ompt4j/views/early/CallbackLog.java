package org.ompt4j.views.early;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.ompt.OmptFrame;

/** Callbacks for all events that log their calls as text. */
public final class CallbackLog {
    public final List<String> lines = new ArrayList<>();

    /** Runs inside each callback. */
    public Runnable inside = () -> {};

    /** A callback of the event's type. */
    public OmptEventCallback callbackOf(OmptEvent event) {
        Class<?> type = event.callbackType();
        if (type == OmptEventCallback.Thread.class) {
            return (OmptEventCallback.Thread) thread -> log(event, thread);
        } else if (type == OmptEventCallback.ThreadType.class) {
            return (OmptEventCallback.ThreadType) (kind, thread) -> log(event, kind.specName(), thread);
        } else if (type == OmptEventCallback.Wait.class) {
            return (OmptEventCallback.Wait) waitId -> log(event, waitId);
        } else if (type == OmptEventCallback.Parallel.class) {
            return (OmptEventCallback.Parallel) (region, task) -> log(event, region, task);
        } else if (type == OmptEventCallback.NewWorkshare.class) {
            return (OmptEventCallback.NewWorkshare) (region, task, function) -> log(event, region, task, function);
        } else if (type == OmptEventCallback.NewParallel.class) {
            return (OmptEventCallback.NewParallel<Object>)
                    (parent, frame, region, size, function) -> log(event, parent, text(frame), region, size, function);
        } else if (type == OmptEventCallback.Task.class) {
            return (OmptEventCallback.Task) task -> log(event, task);
        } else if (type == OmptEventCallback.TaskSwitch.class) {
            return (OmptEventCallback.TaskSwitch) (from, to) -> log(event, from, to);
        } else if (type == OmptEventCallback.NewTask.class) {
            return (OmptEventCallback.NewTask<Object>)
                    (parent, frame, task, function) -> log(event, parent, text(frame), task, function);
        } else if (type == OmptEventCallback.Control.class) {
            return (OmptEventCallback.Control) (command, modifier) -> log(event, command, modifier);
        } else if (type == OmptEventCallback.Plain.class) {
            return (OmptEventCallback.Plain) () -> log(event);
        }
        throw new AssertionError("no callback of the type " + type);
    }

    /** Returns the lines that were logged since the last call. */
    public List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    private void log(OmptEvent event, Object... arguments) {
        StringBuilder line = new StringBuilder(event.specName());
        for (Object each : arguments) {
            line.append(' ').append(each);
        }
        lines.add(line.toString());
        inside.run();
    }

    private static String text(Object frame) {
        return frame instanceof OmptFrame present
                ? present.exitMethod() + "/" + present.enterMethod()
                : String.valueOf(frame);
    }
}
