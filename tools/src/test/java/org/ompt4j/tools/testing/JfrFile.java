package org.ompt4j.tools.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A file of the Flight Recorder with events of OMPT4J, read by the JDK. */
public final class JfrFile {
    private final List<RecordedEvent> events;

    public JfrFile(Path file) throws IOException {
        events = RecordingFile.readAllEvents(file);
    }

    public List<RecordedEvent> events() {
        return events;
    }

    /** The events of the type {@code ompt4j.} plus this name. */
    public List<RecordedEvent> events(String type) {
        return events.stream()
                .filter(each -> each.getEventType().getName().equals("ompt4j." + type))
                .toList();
    }

    /** An event as text: its subject, its thread and its duration. */
    public static String text(RecordedEvent event) {
        Duration duration = event.getDuration();
        return event.getThread().getJavaName() + ": " + event.getString("name") + " " + duration.toNanos();
    }

    /** The stack of an event, the outermost frame first, with lines as far as they are known. */
    public static List<String> stack(RecordedEvent event) {
        List<String> outermostFirst = new ArrayList<>(event.getStackTrace().getFrames().stream()
                .map(each -> each.getMethod().getType().getName() + "."
                        + each.getMethod().getName() + (each.getLineNumber() > 0 ? ":" + each.getLineNumber() : ""))
                .toList());
        Collections.reverse(outermostFirst);
        return outermostFirst;
    }
}
