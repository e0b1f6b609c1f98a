package org.ompt4j.agent.run;

import java.io.File;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.jar.MonitorLibraryFile;
import org.ompt4j.agent.jar.PlatformAccess;
import org.ompt4j.emitter.NativeLibrary;
import org.ompt4j.emitter.monitor.JvmMonitors;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.text.OneLine;

/** Decides whether a run uses the native library through which the JVM reports monitors, and loads it. */
public final class MonitorLibrary {

    private MonitorLibrary() {}

    /**
     * Decides how monitors are observed in this run. A line says so if this differs from the settings of the user.
     *
     * @param attached whether the agent was attached to a running program
     * @return a sentence for the trace if the library cannot be used, null otherwise
     */
    public static @Nullable String choose(
            Configuration configuration, PlatformAccess platform, AgentOutput output, boolean attached) {
        RunSettings settings = configuration.settings();
        boolean wanted = configuration.wantsMonitorLibrary();
        String reason = settings.nativeMonitors() ? load(platform) : null;
        if (wanted && reason == null) {
            reason = prepare();
        }
        boolean beginsThreads = attached || !settings.selects(Construct.THREAD);
        JvmMonitors.choose(wanted && reason == null, beginsThreads);
        if (!wanted || reason == null) {
            return null;
        }
        String sentence = MonitorLibraryFile.rewritten(reason);
        if (configuration.isSet(ConfigKey.NATIVE)) {
            output.say(sentence);
        }
        return sentence;
    }

    /** Null, or why the library cannot be loaded. It is loaded also if monitors are rewritten: it maps the trace and measures processor time. */
    private static @Nullable String load(PlatformAccess platform) {
        if (NativeLibrary.isLoaded()) {
            return null;
        }
        String reason = MonitorLibraryFile.use(new MonitorLibraryFile.Use() {
            @Override
            public @Nullable String use(File library) {
                return platform.loadLibrary(JvmMonitors.class, library) ? null : "the library cannot be loaded";
            }
        });
        if (reason == null) {
            NativeLibrary.hasBeenLoaded();
        }
        return reason;
    }

    /** Null, or why the JVM cannot report monitors. */
    private static @Nullable String prepare() {
        if (JvmMonitors.isPrepared()) {
            return null;
        }
        try {
            return JvmMonitors.prepare();
        } catch (LinkageError failed) {
            return OneLine.of(failed);
        }
    }
}
