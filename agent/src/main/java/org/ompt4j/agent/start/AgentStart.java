package org.ompt4j.agent.start;

import java.lang.instrument.Instrumentation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.ConfigurationLoader;
import org.ompt4j.agent.control.ControlMBean;
import org.ompt4j.agent.control.ControlRequest;
import org.ompt4j.agent.install.Installation;
import org.ompt4j.agent.jar.Bootstrap;
import org.ompt4j.agent.run.AgentEnd;
import org.ompt4j.agent.run.AgentOutput;
import org.ompt4j.agent.run.MonitorLibrary;
import org.ompt4j.agent.run.OmpToolVariable;
import org.ompt4j.agent.run.RunEnvironment;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.tool.ControlHooks;
import org.ompt4j.emitter.tool.RunningTools;
import org.ompt4j.text.OneLine;

/** The steps of start-up after the emitter was defined in the bootstrap loader: configuration, settings, tools, rewriting, the hook for the end. */
final class AgentStart {

    private static final int WRONG_USAGE = 2;

    private AgentStart() {}

    static void start(@Nullable String arguments, Instrumentation instrumentation, Bootstrap bootstrap) {
        Configuration configuration = ConfigurationLoader.loadForProgram(arguments);
        AgentOutput output = new AgentOutput(System.err, configuration.isOn(ConfigKey.QUIET));
        if (!configuration.errors().isEmpty() && configuration.stopsOnError()) {
            for (String line : configuration.errors()) {
                output.printAlways(line);
            }
            System.exit(WRONG_USAGE);
        }
        output.sayAll(configuration.errors());
        output.sayAll(configuration.warnings());
        String warning = OmpToolVariable.warning(System.getenv(OmpToolVariable.NAME));
        if (warning != null) {
            output.say(warning);
        }
        try {
            observe(configuration, output, instrumentation, bootstrap);
        } catch (Throwable failure) {
            output.say("cannot observe this program (" + OneLine.of(failure) + "); it runs on");
        }
    }

    private static void warnOfClassesLoadedEarly(AgentOutput output, List<String> loadedTooEarly) {
        if (!loadedTooEarly.isEmpty()) {
            output.say(String.join(", ", loadedTooEarly)
                    + (loadedTooEarly.size() == 1 ? " was" : " were")
                    + " loaded before this agent and cannot be given its fields, so observing their tasks costs more;"
                    + " put -javaagent:ompt-agent.jar before other agents");
        }
    }

    private static void observe(
            Configuration configuration, AgentOutput output, Instrumentation instrumentation, Bootstrap bootstrap) {
        Settings.choose(configuration.settings());
        Installation installation = new Installation(configuration.settings(), instrumentation, bootstrap);
        installation.noteNotObserved(MonitorLibrary.choose(configuration, bootstrap.platform(), output, false));
        // From here on classes of the JDK are rewritten when loaded: hooks and tools must not load them earlier.
        installation.rewriteWhatLoads();
        warnOfClassesLoadedEarly(output, installation.withoutRoom());
        Threads.hide();
        Threads.holdOff();
        EarlyRewriting rewriting = EarlyRewriting.begin(installation);
        try {
            RunningTools tools = RunningTools.start(new RunEnvironment(configuration, output, installation, bootstrap));
            ControlHooks.connect(tools);
            ControlRequest.announce(bootstrap.platform());
            ControlMBean.awaitServer();
            bootstrap.platform().afterShutdownHooks(new AgentEnd(configuration, tools, installation, output));
            rewriting.await();
            AttachEpoch.open();
            installation.rewriteWhatIsLoaded();
        } finally {
            rewriting.await();
            Threads.show();
        }
    }
}
