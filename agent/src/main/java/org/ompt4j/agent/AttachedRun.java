package org.ompt4j.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.ConfigurationLoader;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Rounds;
import org.ompt4j.emitter.RunEnd;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.forkjoin.ForkJoinPoolHooks;
import org.ompt4j.emitter.tool.ControlHooks;
import org.ompt4j.emitter.tool.RunningTools;

/**
 * One round of observation in a program that runs already: configuration, tools, rewriting, and all of it back again.
 *
 * <p>Thread safety: one request at a time.
 */
final class AttachedRun {
    private static final long PATIENCE_MILLIS = 30_000;

    private final Bootstrap bootstrap;
    private final AgentOutput output;
    private final Installation installation;

    private AttachedRun(Bootstrap bootstrap, AgentOutput output, Installation installation) {
        this.bootstrap = bootstrap;
        this.output = output;
        this.installation = installation;
    }

    /** Begins to observe; null if that is not to be, which the answer says why. */
    static @Nullable AttachedRun begin(AttachRequest request, Instrumentation instrumentation, Bootstrap bootstrap) {
        ControlRequest.announceTo(bootstrap.platform());
        String emitter = bootstrap.otherEmitter();
        if (emitter != null) {
            ControlRequest.refuse(request, emitter);
            return null;
        }
        if (OmpToolVariable.isDisabled(System.getenv(OmpToolVariable.NAME))) {
            ControlRequest.refuse(request, "its environment says " + OmpToolVariable.NAME + "=disabled");
            return null;
        }
        Configuration configuration = ConfigurationLoader.load(request.options());
        if (!configuration.errors().isEmpty() && configuration.stopsOnError()) {
            ControlRequest.refuse(request, String.join("\n", configuration.errors()));
            return null;
        }
        AgentOutput output = new AgentOutput(System.err, configuration.isOn(ConfigKey.QUIET));
        output.collect();
        sayAll(output, configuration.errors());
        sayAll(output, configuration.warnings());
        Beginning beginning = new Beginning(configuration, output, instrumentation, bootstrap);
        boolean done = finishesInTime(beginning, "OMPT4J attach");
        AttachedRun run = beginning.run;
        ControlRequest.answer(request, done && run != null, output.collected());
        return run;
    }

    /** The thread on which it begins is observed, since it reports the pools that it finds. */
    private static final class Beginning implements Runnable {
        private final Configuration configuration;
        private final AgentOutput output;
        private final Instrumentation instrumentation;
        private final Bootstrap bootstrap;
        private volatile @Nullable AttachedRun run;

        Beginning(
                Configuration configuration, AgentOutput output, Instrumentation instrumentation, Bootstrap bootstrap) {
            this.configuration = configuration;
            this.output = output;
            this.instrumentation = instrumentation;
            this.bootstrap = bootstrap;
        }

        @Override
        public void run() {
            run = observe(configuration, output, instrumentation, bootstrap);
        }
    }

    private static void sayAll(AgentOutput output, List<String> lines) {
        for (String line : lines) {
            output.say(line);
        }
    }

    private static @Nullable AttachedRun observe(
            Configuration configuration, AgentOutput output, Instrumentation instrumentation, Bootstrap bootstrap) {
        Rounds.beginAttached();
        Threads.hide();
        Settings.chooseAgain(EmitterSettings.of(configuration));
        ForkJoinPoolHooks.attached();
        Installation installation = new Installation(configuration, instrumentation, Rounds.current());
        AttachedRun run = new AttachedRun(bootstrap, output, installation);
        try {
            installation.rewriteWhatLoads();
            RunningTools tools = RunningTools.start(new RunEnvironment(configuration, output, installation, bootstrap));
            Rounds.open();
            ControlHooks.connect(tools);
            ControlMBean.awaitServer();
            RunEnd.set(new AgentEnd(tools, installation, output));
            Runnable atShutdown = RunEnd.registration();
            if (atShutdown != null) {
                bootstrap.platform().afterShutdownHooks(atShutdown);
            }
            installation.rewriteWhatIsLoaded();
            Threads.show();
            findPools();
            ControlRequest.announce(bootstrap.platform());
            return run;
        } catch (Throwable failure) {
            output.say("cannot observe this program (" + failure + "); it runs on");
            run.leave();
            return null;
        }
    }

    private static void findPools() {
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each instanceof ForkJoinWorkerThread worker) {
                ForkJoinPoolHooks.found(worker);
            }
        }
    }

    /** Carries a request out; whether the agent stays. */
    boolean receive(String request) {
        if (request.startsWith(ControlRequest.PREFIX)) {
            ControlRequest.receive(request.substring(ControlRequest.PREFIX.length()));
            return true;
        }
        AttachRequest parsed = AttachRequest.parse(request);
        if (!request.startsWith(AttachRequest.DETACH)) {
            ControlRequest.refuse(parsed, "the agent runs in it already");
            return true;
        }
        output.collect();
        boolean left = finishesInTime(new Leaving(), "OMPT4J detach");
        List<String> lines = new ArrayList<>(output.collected());
        if (!left) {
            lines.add(0, "a tool does not end; the agent stays until the program ends");
        }
        ControlRequest.answer(parsed, left, lines);
        return !left;
    }

    /** On a thread of the agent: a tool that blocks must not hold up the JVM's own. */
    private static boolean finishesInTime(Runnable action, String threadName) {
        Thread thread = new Thread(null, action, threadName, 0, false);
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** The thread on which it ends is observed, since it reports the ends of pools. */
    private final class Leaving implements Runnable {
        @Override
        public void run() {
            leave();
        }
    }

    /** Ends the round: last events, tools, and everything as it was. */
    private void leave() {
        ControlRequest.forget(bootstrap.platform());
        Runnable end = RunEnd.take();
        if (end != null) {
            end.run();
        } else {
            // The tools had not begun.
            Threads.finish();
        }
        try {
            installation.restore();
        } catch (Throwable failure) {
            Failures.count("restoring of classes", failure);
            output.say("some classes keep calls that do nothing (" + failure + ")");
        }
        ControlHooks.disconnect();
        ControlMBean.unregister();
        Rounds.end();
    }
}
