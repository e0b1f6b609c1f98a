package org.ompt4j.agent.run;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.OmpVersion;
import org.ompt4j.agent.install.Installation;
import org.ompt4j.agent.jar.AgentVersion;
import org.ompt4j.agent.jar.Bootstrap;
import org.ompt4j.emitter.CpuClock;
import org.ompt4j.emitter.FileDescriptors;
import org.ompt4j.emitter.monitor.FileMaps;
import org.ompt4j.emitter.monitor.JvmMonitors;
import org.ompt4j.emitter.tool.ToolEnvironment;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.CollectionPauses;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.conformance.ConformanceTool;
import org.ompt4j.tools.flight.ProfileTool;
import org.ompt4j.tools.sample.SampleTool;
import org.ompt4j.tools.trace.TraceTool;

/** The information about this run that tools can get. Thread safety: any thread. */
public final class RunEnvironment implements ToolEnvironment {

    private final Configuration configuration;
    private final Map<String, String> texts;
    private volatile RunSettings settings;
    private final AgentOutput output;
    private final Installation installation;
    private final Bootstrap bootstrap;
    private final VerboseInit verbose;

    public RunEnvironment(
            Configuration configuration, AgentOutput output, Installation installation, Bootstrap bootstrap) {
        this.configuration = configuration;
        this.texts = configuration.asMap();
        if (!JvmMonitors.areChosen()) {
            texts.put(ConfigKey.NATIVE.key(), "off");
        }
        this.settings = SettingsText.parse(texts);
        this.output = output;
        this.installation = installation;
        this.bootstrap = bootstrap;
        this.verbose = VerboseInit.of(System.getenv(VerboseInit.VARIABLE), output);
    }

    @Override
    public String toolLibraries() {
        String libraries = System.getenv("OMP_TOOL_LIBRARIES");
        return libraries == null ? "" : libraries;
    }

    @Override
    public boolean startsEveryTool() {
        return configuration.text(ConfigKey.TOOLS).equals("all");
    }

    @Override
    public int ompVersion() {
        return OmpVersion.of(configuration.text(ConfigKey.OMP_VERSION)).number();
    }

    @Override
    public boolean asksForBuiltInTool() {
        return !configuration.text(ConfigKey.TOOL).equals("none");
    }

    @Override
    public @Nullable OmptTool builtInTool() {
        String tool = configuration.text(ConfigKey.TOOL);
        return switch (tool) {
            case "trace" -> new TraceTool();
            case "profile" -> new ProfileTool();
            case "sample" -> new SampleTool();
            case "conformance" -> conformanceTool();
            default -> null;
        };
    }

    /** Like every tool except the trace and the sampler, it may use any type of the binding. */
    private @Nullable OmptTool conformanceTool() {
        return loadTypesForTools() ? new ConformanceTool() : null;
    }

    @Override
    public boolean loadTypesForTools() {
        try {
            bootstrap.defineTypesForTools();
            return true;
        } catch (IOException | LinkageError failed) {
            output.say("the types that tools use cannot be loaded: " + OneLine.of(failed) + "; they are left out");
            return false;
        }
    }

    /** The loader of the class path, whose last entry is the agent jar: so tools on the class path see the same views. */
    @Override
    public ClassLoader viewLoader() {
        return ClassLoader.getSystemClassLoader();
    }

    @Override
    public RunSettings settings() {
        return settings;
    }

    @Override
    public Map<String, String> configuration() {
        return texts;
    }

    @Override
    public boolean observes(Construct construct) {
        return settings.selects(construct);
    }

    @Override
    public boolean knowsCpuTime() {
        return CpuClock.canBeAsked();
    }

    @Override
    public String agentVersion() {
        return AgentVersion.number();
    }

    @Override
    public List<String> notObserved() {
        return installation.notObserved();
    }

    @Override
    public ClassScan classScan() {
        return installation.classScan();
    }

    @Override
    public CollectionPauses collectionPauses(long first) {
        return JvmMonitors.areChosen() ? JvmMonitors.collectionPauses(first) : CollectionPauses.NONE;
    }

    @Override
    public @Nullable ByteBuffer map(FileChannel channel, long position, int sizeBytes) {
        return FileMaps.map(channel, position, sizeBytes);
    }

    @Override
    public @Nullable FileDescriptor descriptor(FileChannel channel) {
        return FileDescriptors.of(channel);
    }

    @Override
    public synchronized void releasesAreAskedFor() {
        if (installation.rewriteMonitors()) {
            texts.put(ConfigKey.NATIVE.key(), "off");
            settings = SettingsText.parse(texts);
            verbose.say("monitors are observed by rewriting classes: a tool has registered for releases of mutexes");
        }
    }

    @Override
    public void message(String line) {
        output.say(line);
    }

    @Override
    public void leftOut(String line) {
        // Print only once if both go to the same stream.
        if (!verbose.isOnStderr()) {
            output.say(line);
        }
        verbose.say(line);
    }

    @Override
    public void verbose(String line) {
        verbose.say(line);
    }
}
