package org.ompt4j.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;

/** {@code TraceSize FILE} prints how many events and bytes a trace has. It runs in a JVM of its own, which has the agent jar on its class path. */
public final class TraceSize {

    private TraceSize() {}

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        long events = 0;
        try (Trace trace = Traces.open(file)) {
            for (Iterator<TraceEvent> each = trace.events(); each.hasNext(); each.next()) {
                events++;
            }
        }
        System.out.println("@events " + events + " @bytes " + Files.size(file));
    }
}
