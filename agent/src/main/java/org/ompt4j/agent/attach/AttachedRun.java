package org.ompt4j.agent.attach;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.ConfigurationLoader;
import org.ompt4j.agent.control.AttachRequest;
import org.ompt4j.agent.control.ControlMBean;
import org.ompt4j.agent.control.ControlRequest;
import org.ompt4j.agent.control.TopRequest;
import org.ompt4j.agent.install.Installation;
import org.ompt4j.agent.jar.Bootstrap;
import org.ompt4j.agent.live.LiveWatches;
import org.ompt4j.agent.run.AgentEnd;
import org.ompt4j.agent.run.AgentOutput;
import org.ompt4j.agent.run.MonitorLibrary;
import org.ompt4j.agent.run.OmpToolVariable;
import org.ompt4j.agent.run.RunEnvironment;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.RunEnd;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.executor.CompletableFutureHooks;
import org.ompt4j.emitter.executor.ThreadPoolExecutorHooks;
import org.ompt4j.emitter.forkjoin.ForkJoinPoolHooks;
import org.ompt4j.emitter.thread.VirtualThreadHooks;
import org.ompt4j.emitter.tool.ControlHooks;
import org.ompt4j.emitter.tool.RunningTools;
import org.ompt4j.ompt.Construct;
import org.ompt4j.text.OneLine;

/**
 * One attach epoch: observes a running program, from attach to detach. Sets up configuration, tools and rewriting, and undoes them.
 *
 * <p>Thread safety: one request at a time.
 */
final class AttachedRun {
    /** The thread that ends a run is observed, since it reports the ends of pools. */
    private static final String DETACH = "OMPT4J detach";

    private static final long TIMEOUT_MILLIS = 30_000;

    private final Configuration configuration;
    private final AgentOutput output;
    private final Instrumentation instrumentation;
    private final Bootstrap bootstrap;

    /** The thread that begins or ends the run; a tool or a disk can hold it up for longer than a request waits. */
    private @Nullable Thread working;

    private @Nullable Installation installation;
    private boolean endIsSet;
    private boolean begun;
    private boolean givenUp;
    private volatile boolean over;

    private AttachedRun(
            Configuration configuration, AgentOutput output, Instrumentation instrumentation, Bootstrap bootstrap) {
        this.configuration = configuration;
        this.output = output;
        this.instrumentation = instrumentation;
        this.bootstrap = bootstrap;
    }

    /** Begins to observe the program; null if that is not possible, and then the answer says why. */
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
        Configuration configuration = ConfigurationLoader.loadForAttached(request.options());
        if (!configuration.errors().isEmpty() && configuration.stopsOnError()) {
            ControlRequest.answer(request, false, configuration.errors());
            return null;
        }
        AgentOutput output = new AgentOutput(System.err, configuration.isOn(ConfigKey.QUIET));
        output.collect();
        output.sayAll(configuration.errors());
        output.sayAll(configuration.warnings());
        AttachedRun run = new AttachedRun(configuration, output, instrumentation, bootstrap);
        if (!run.finishesInTime(run::observe, Threads.OWN_PREFIX + "attach") && run.giveUp()) {
            output.say(
                    "a tool or the disk took longer than half a minute to start; the program goes on without being observed");
        }
        ControlRequest.answer(request, run.hasBegun(), output.collected());
        return run.over ? null : run;
    }

    /** The request stops waiting: a run that begins later ends at once. Returns false if the run has already begun. */
    private synchronized boolean giveUp() {
        givenUp = !begun;
        return givenUp;
    }

    /** Marks the run as begun; false if the request has stopped waiting. */
    private synchronized boolean isWaitedFor() {
        begun = !givenUp;
        return begun;
    }

    private synchronized boolean hasBegun() {
        return begun;
    }

    /** Whether the run is over, so that another one can begin. */
    boolean isOver() {
        return over;
    }

    private void observe() {
        Threads.beginAttached();
        Threads.hide();
        try {
            Settings.chooseAgain(configuration.settings());
            tellHooks();
            Installation rewriting =
                    new Installation(configuration.settings(), instrumentation, bootstrap, AttachEpoch.current());
            installation = rewriting;
            rewriting.noteNotObserved(MonitorLibrary.choose(configuration, bootstrap.platform(), output, true));
            rewriting.rewriteWhatLoads();
            RunningTools tools = RunningTools.start(new RunEnvironment(configuration, output, rewriting, bootstrap));
            AttachEpoch.open();
            ControlHooks.connect(tools);
            ControlMBean.awaitServer();
            setEnd(new AgentEnd(configuration, tools, rewriting, output));
            // Reports the pools that exist already: from here on this thread is observed itself.
            Threads.show();
            // Before a worker can reach a hook: the hook would find no region of the worker's pool.
            findPools();
            rewriteUnobserved(rewriting);
            VirtualThreadHooks.rewritten();
            // Pools that were created meanwhile.
            findPools();
            ControlMBean.findServer(instrumentation.getAllLoadedClasses());
            ControlRequest.announce(bootstrap.platform());
            if (!isWaitedFor()) {
                leave();
            }
        } catch (Throwable failure) {
            output.say("cannot observe this program (" + OneLine.of(failure) + "); it runs on");
            leave();
        }
    }

    /** The program already has classes, which get no fields, and may have workers and virtual threads that no hook has seen begin. */
    private void tellHooks() {
        ForkJoinPoolHooks.attached();
        ThreadPoolExecutorHooks.attached();
        CompletableFutureHooks.attached(configuration.settings().selects(Construct.COMPLETABLE_FUTURE));
        VirtualThreadHooks.attached();
    }

    private void setEnd(AgentEnd end) {
        endIsSet = true;
        RunEnd.set(end);
        Runnable atShutdown = RunEnd.registration();
        if (atShutdown != null) {
            bootstrap.platform().afterShutdownHooks(atShutdown);
        }
    }

    private static void rewriteUnobserved(Installation rewriting) {
        ThreadContext own = Threads.enterUnobserved();
        try {
            rewriting.rewriteWhatIsLoaded();
        } finally {
            if (own != null) {
                own.leave();
            }
        }
    }

    private static void findPools() {
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each instanceof ForkJoinWorkerThread worker) {
                ForkJoinPoolHooks.found(worker);
            }
        }
    }

    /** Carries out a request; returns whether the agent stays. */
    boolean receive(String request) {
        if (request.startsWith(ControlRequest.PREFIX)) {
            ControlRequest.receive(request.substring(ControlRequest.PREFIX.length()));
            return true;
        }
        if (request.startsWith(TopRequest.PREFIX)) {
            TopRequest.receive(request);
            return true;
        }
        AttachRequest parsed = AttachRequest.parse(request);
        Thread busy = working;
        if (busy != null && busy.isAlive()) {
            ControlRequest.refuse(
                    parsed, "the attach or detach before this one is still waiting for a tool or the disk");
            return true;
        }
        if (!request.startsWith(AttachRequest.DETACH)) {
            ControlRequest.refuse(parsed, "the agent runs in it already");
            return true;
        }
        output.collect();
        boolean inTime = finishesInTime(this::leave, DETACH);
        List<String> lines = new ArrayList<>(output.collected());
        if (!inTime) {
            lines.add(0, "a tool has not finished; the agent stays until it has");
        }
        ControlRequest.answer(parsed, over, lines);
        return !over;
    }

    /** Runs on a thread of the agent, since a tool that blocks must not block the JVM's thread for requests. */
    private boolean finishesInTime(Runnable action, String threadName) {
        Thread thread = new Thread(null, action, threadName, 0, false);
        thread.setDaemon(true);
        working = thread;
        thread.start();
        try {
            thread.join(TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** Ends the run: reports the last events, ends the tools, and restores the classes. Does nothing if the end of the program does this already. */
    private void leave() {
        Runnable end = RunEnd.take();
        if (end == null && endIsSet) {
            output.say("the program is ending, and the trace with it");
            return;
        }
        ControlRequest.forget(bootstrap.platform());
        ControlMBean.unregister();
        LiveWatches.end();
        if (end != null) {
            end.run();
        } else {
            // The tools had not begun.
            Threads.finish();
        }
        try {
            if (installation != null) {
                installation.restore();
            }
        } catch (Throwable failure) {
            Failures.count("restoring of classes", failure);
            output.say(
                    "some classes could not be restored, they keep calls without effect (" + OneLine.of(failure) + ")");
        }
        ControlHooks.disconnect();
        // Once more: the server may have come meanwhile.
        ControlMBean.unregister();
        Threads.forgetEpoch();
        over = true;
    }
}
