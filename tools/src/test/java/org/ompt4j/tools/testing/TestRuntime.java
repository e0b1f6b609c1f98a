package org.ompt4j.tools.testing;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.CollectionPauses;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.tools.trace.RecordLayout;

/** A runtime whose settings and threads the test sets. It starts one tool and gives its sink to the test. */
public final class TestRuntime implements Ompt4jRuntime {
    public final Map<String, String> configuration = new ConcurrentHashMap<>();
    public final List<String> notObserved = new CopyOnWriteArrayList<>();
    public volatile ClassScan classScan = new ClassScan(0, List.of());
    public volatile CollectionPauses collectionPauses = CollectionPauses.NONE;
    public final Map<String, Long> failures = new ConcurrentHashMap<>();
    public final List<OmptThread> threads = new CopyOnWriteArrayList<>();
    public final List<String> messages = new CopyOnWriteArrayList<>();
    private volatile @Nullable RecordSink sink;
    private volatile long eventMask;
    private OmptCallback.@Nullable ControlTool control;
    private @Nullable Runnable end;

    /** A runtime with a tool that writes this file. */
    public static TestRuntime writing(Path output, String tool) {
        TestRuntime runtime = new TestRuntime();
        runtime.configuration.put("tool", tool);
        runtime.configuration.put("output", output.toString());
        // The default is so short that a busy machine could exceed it.
        runtime.configuration.put("max-stall", "20s");
        return runtime;
    }

    public TestRuntime with(String key, String value) {
        configuration.put(key, value);
        return this;
    }

    /** Whether the tool wants to run. */
    public boolean start(OmptTool tool) {
        var result = Objects.requireNonNull(tool.startTool(202011, "test"));
        end = result::finalizeTool;
        OmptEntryPoint.SetCallback setCallback = (event, callback) -> {
            if (event == Event.CONTROL_TOOL) {
                control = (OmptCallback.ControlTool) callback;
            }
            return SetResult.ALWAYS;
        };
        Map<String, Object> entryPoints = Map.of(NAME, this, OmptEntryPoint.SetCallback.NAME, setCallback);
        return result.initialize(entryPoints::get, 0) != 0;
    }

    /** Sends a command to the tool. */
    public int control(long command) {
        return control(command, null);
    }

    /** Sends a command with an argument to the tool. */
    public int control(long command, @Nullable Object argument) {
        return Objects.requireNonNull(control).controlTool(command, 0, argument, 0);
    }

    /** The events that the tool wants now. */
    public long eventMask() {
        return eventMask;
    }

    public void end() {
        Objects.requireNonNull(end).run();
    }

    /** Ends a run whose events had times of the test, which may be in the future: the trace says that the run ended at this time. */
    public void endAt(long nanoTime, Path trace) throws IOException {
        end();
        try (FileChannel file = FileChannel.open(trace, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            file.read(number, RecordLayout.HEADER_START_NANOS);
            long duration = nanoTime - number.getLong(0);
            number.clear().putLong(0, duration);
            file.write(number, RecordLayout.HEADER_DURATION_NANOS);
        }
    }

    /** Raises events for the sink that is set. */
    public EventCalls events() {
        return new EventCalls(sink());
    }

    public RecordSink sink() {
        return Objects.requireNonNull(sink);
    }

    @Override
    public void setRecordSink(@Nullable RecordSink newSink, long newMask) {
        if (newSink != null) {
            // Events that are being delivered still reach the previous sink.
            sink = newSink;
        }
        eventMask = newMask;
    }

    @Override
    public RunSettings settings() {
        return SettingsText.parse(configuration);
    }

    @Override
    public Map<String, String> configuration() {
        return configuration;
    }

    @Override
    public String agentVersion() {
        return "1.2.3-test";
    }

    @Override
    public List<String> notObserved() {
        return notObserved;
    }

    @Override
    public ClassScan classScan() {
        return classScan;
    }

    @Override
    public @Nullable ByteBuffer map(FileChannel channel, long position, int sizeBytes) {
        return null;
    }

    @Override
    public @Nullable FileDescriptor descriptor(FileChannel channel) {
        return null;
    }

    @Override
    public CollectionPauses collectionPauses(long first) {
        CollectionPauses all = collectionPauses;
        int from = (int) Math.max(0, first - all.first());
        return new CollectionPauses(
                Math.max(first, all.first()),
                Arrays.copyOfRange(all.beginsAndEnds(), 2 * from, all.beginsAndEnds().length));
    }

    @Override
    public Map<String, Long> failures() {
        return failures;
    }

    @Override
    public Collection<OmptThread> threads() {
        return threads;
    }

    @Override
    public boolean observes(Construct construct) {
        return true;
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return null;
    }

    @Override
    public @Nullable String body(int body) {
        return null;
    }

    @Override
    public @Nullable String waitObject(long waitId) {
        return null;
    }

    @Override
    public void message(String line) {
        messages.add(line);
    }
}
