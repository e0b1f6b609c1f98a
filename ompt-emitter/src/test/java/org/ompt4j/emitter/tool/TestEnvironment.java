package org.ompt4j.emitter.tool;

import java.io.FileDescriptor;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.CollectionPauses;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.settings.SettingsText;

/** An agent whose settings and answers the test sets. */
final class TestEnvironment implements ToolEnvironment {
    final List<String> messages = new ArrayList<>();
    final List<String> verboseLines = new ArrayList<>();
    final Map<String, String> configuration = new HashMap<>();
    final Set<Construct> switchedOff = new HashSet<>();
    String toolLibraries = "";
    int typesLoaded;
    boolean startsEveryTool;
    boolean knowsCpuTime = true;
    boolean asksForBuiltInTool;
    int releasesAskedFor;

    @Nullable
    OmptTool builtInTool;

    @Override
    public String toolLibraries() {
        return toolLibraries;
    }

    @Override
    public boolean startsEveryTool() {
        return startsEveryTool;
    }

    @Override
    public int ompVersion() {
        return 202011;
    }

    @Override
    public boolean asksForBuiltInTool() {
        return asksForBuiltInTool;
    }

    @Override
    public @Nullable OmptTool builtInTool() {
        return builtInTool;
    }

    @Override
    public void releasesAreAskedFor() {
        releasesAskedFor++;
    }

    @Override
    public ClassLoader viewLoader() {
        return TestEnvironment.class.getClassLoader();
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
    public boolean observes(Construct construct) {
        boolean isOn = !construct.has(Construct.Trait.ON_REQUEST) || settings().selects(construct);
        return construct != Construct.DEFINED && isOn && !switchedOff.contains(construct);
    }

    @Override
    public boolean knowsCpuTime() {
        return knowsCpuTime;
    }

    @Override
    public boolean loadTypesForTools() {
        typesLoaded++;
        return true;
    }

    @Override
    public String agentVersion() {
        return "0.0-test";
    }

    @Override
    public List<String> notObserved() {
        return List.of("virtual threads are not observed");
    }

    @Override
    public ClassScan classScan() {
        return new ClassScan(7, List.of());
    }

    @Override
    public CollectionPauses collectionPauses(long first) {
        return new CollectionPauses(first, new long[] {100, 130});
    }

    @Override
    public @Nullable ByteBuffer map(FileChannel channel, long position, int sizeBytes) {
        return ByteBuffer.allocate(sizeBytes);
    }

    @Override
    public @Nullable FileDescriptor descriptor(FileChannel channel) {
        return FileDescriptor.out;
    }

    @Override
    public void message(String line) {
        messages.add(line);
    }

    @Override
    public void leftOut(String line) {
        messages.add(line);
    }

    @Override
    public void verbose(String line) {
        verboseLines.add(line);
    }
}
