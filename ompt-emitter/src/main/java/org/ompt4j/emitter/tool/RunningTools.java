package org.ompt4j.emitter.tool;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.UnobservedScope;
import org.ompt4j.emitter.tool.SinkFanout.Receiver;
import org.ompt4j.emitter.tracing.HostTrace;
import org.ompt4j.ompt.ControlCommand;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.text.OneLine;

/**
 * The tools of this run, from their start to their end.
 *
 * <p>Depending on the environment, only the first tool whose {@code startTool} returns a result runs, or every such tool does. Each tool has its own
 * callbacks and data. Events and the end of the run reach tools in the order of their start, which is the order of {@link ToolLoader}.
 *
 * <p>Spec: OpenMP 5.1, sections 4.2.2 to 4.2.5.
 *
 * <p>Thread safety: any thread.
 */
public final class RunningTools extends ToolHost {
    /** Given by name, since the class is loaded only if there is a mapping. */
    private static final String MAPPING = "org.ompt4j.ompt.OmptDeviceMapping";

    private final Core core;
    private final ToolEnvironment environment;
    private final Delivery delivery;
    private final List<ToolSession> sessions = new ArrayList<>();
    private volatile @Nullable DeviceMappings mappings;
    private boolean started;

    private RunningTools(ToolEnvironment environment, Core core) {
        this.environment = environment;
        this.core = core;
        this.delivery = new Delivery(core);
    }

    /**
     * Finds, loads and initializes the tools; events are delivered from the return of this method on. A tool that is missing or incompatible, or that
     * throws, is left out with one message; nothing is thrown.
     */
    public static RunningTools start(ToolEnvironment environment) {
        return start(environment, new Core(), new RegistrationAnswers(environment));
    }

    static RunningTools start(ToolEnvironment environment, Core core, RegistrationAnswers answers) {
        return start(environment, core, answers, ClassLoader.getSystemClassLoader());
    }

    /** Starts with the device mappings that a class path offers. */
    static RunningTools start(
            ToolEnvironment environment, Core core, RegistrationAnswers answers, ClassLoader classPath) {
        RunningTools tools = new RunningTools(environment, core);
        tools.loadMappings(classPath);
        tools.search(answers);
        tools.initializeHost();
        DeviceMappings mappings = tools.mappings;
        if (mappings != null) {
            mappings.start();
        }
        synchronized (tools) {
            tools.started = true;
            tools.reconnect();
        }
        return tools;
    }

    private void search(RegistrationAnswers answers) {
        Search search = new Search(answers);
        new ToolLoader(environment, search).search();
        FoundTool winner = search.winner;
        if (winner != null && !winner.isBuiltIn()) {
            environment.verbose("the search ends with the first tool that answered");
            if (environment.asksForBuiltInTool()) {
                environment.leftOut("tool=" + environment.settings().tool() + " does not run, as " + winner
                        + " comes first; tools=all starts both");
            }
        }
        if (names().isEmpty()) {
            environment.verbose("no tool runs");
        }
    }

    /** Starts tools until the first {@code startTool} returns a result, or starts every tool for which it does. */
    private final class Search implements ToolLoader.Starter {
        private final RegistrationAnswers answers;

        /** The tool that ended the search; null if every tool is searched for. */
        private @Nullable FoundTool winner;

        Search(RegistrationAnswers answers) {
            this.answers = answers;
        }

        @Override
        public boolean startAndStop(FoundTool tool) {
            if (startTool(tool, answers) && !environment.startsEveryTool()) {
                winner = tool;
            }
            return winner != null;
        }
    }

    /**
     * Asks a tool whether it wants to run, and initializes it if so.
     *
     * @return whether {@code startTool} returned a result. This is true for a tool that then returns 0 from {@code initialize} and stays inactive; a
     *     tool that throws counts as missing
     */
    private boolean startTool(FoundTool found, RegistrationAnswers answers) {
        try {
            OmptStartToolResult result = found.tool().startTool(environment.ompVersion(), runtimeVersion());
            if (result == null) {
                environment.verbose(found + " does not want to run");
                return false;
            }
            return initialize(found, add(found, answers), result);
        } catch (Throwable thrown) {
            core.countFailure("tool ".concat(found.name()), thrown);
            environment.leftOut(found + " threw in startTool: " + OneLine.of(thrown) + "; it is left out");
            return false;
        }
    }

    /** Reports the host as device 0 to the tools, when all of them run and before the first event. */
    private void initializeHost() {
        HostDevice host = new HostDevice();
        for (ToolSession each : running()) {
            each.hostInitialize(host);
        }
    }

    private void loadMappings(ClassLoader classPath) {
        if (ServiceFiles.offers(classPath, MAPPING) && environment.loadTypesForTools()) {
            DeviceMappings loaded = new DeviceMappings(environment, core, this);
            loaded.load(classPath);
            mappings = loaded;
        }
    }

    @Override
    @Nullable
    Devices devices() {
        DeviceMappings loaded = mappings;
        return loaded == null ? null : loaded.devices();
    }

    @Override
    HostTrace traceOf(ToolSession session, HostDevice host) {
        return HostTracing.of(session, host);
    }

    @Override
    SetResult deviceAnswer(Event event) {
        DeviceMappings loaded = mappings;
        return loaded == null ? SetResult.NEVER : loaded.answer(event);
    }

    @Override
    synchronized List<ToolSession> running() {
        List<ToolSession> running = new ArrayList<>();
        for (ToolSession each : sessions) {
            if (!each.isOver()) {
                running.add(each);
            }
        }
        return running;
    }

    /**
     * Passes a command to the tools, in the order of their start.
     *
     * <p>Thread safety: any thread, also one that is not observed. The code of the tools in the command is not observed.
     *
     * <p>Spec: OpenMP 5.1, section 3.14 ({@code omp_control_tool}).
     *
     * @param arg the argument of the application; tools may store it
     * @param codeptrRa the id of the call site in the application, 0 for a command from outside
     * @return {@link ControlCommand#NOTOOL} if no tool runs, {@link ControlCommand#NOCALLBACK} if none has a callback for commands, {@link
     *     ControlCommand#IGNORED} if the caller is itself a tool in one of its callbacks; else the answer of the first started tool that has a
     *     callback
     */
    public int controlTool(long command, long modifier, @Nullable Object arg, int codeptrRa) {
        List<ToolSession> running = running();
        if (running.isEmpty()) {
            return ControlCommand.NOTOOL;
        }
        UnobservedScope call = UnobservedScope.enter();
        if (call == null) {
            return ControlCommand.IGNORED;
        }
        boolean wasInterrupted = core.isInterrupted();
        try {
            int answer = ControlCommand.NOCALLBACK;
            for (ToolSession each : running) {
                if (each.takesCommands()) {
                    int its = each.controlTool(command, modifier, arg, codeptrRa);
                    answer = answer == ControlCommand.NOCALLBACK ? its : answer;
                }
            }
            call.controlled(command, modifier, codeptrRa);
            return answer;
        } finally {
            core.giveBack(core.currentThread(), wasInterrupted);
            call.leave();
        }
    }

    private synchronized ToolSession add(FoundTool found, RegistrationAnswers answers) {
        ToolSession session = new ToolSession(found.name(), sessions.size(), core, this, environment, answers);
        sessions.add(session);
        return session;
    }

    /** A tool that fails or declines here keeps its entry points, but gets no event and no finalizer call. */
    private boolean initialize(FoundTool found, ToolSession session, OmptStartToolResult result) {
        boolean answered = true;
        try {
            if (session.initialize(result)) {
                environment.verbose(found + " runs");
                return true;
            }
            environment.verbose(found + " returned 0 from initialize and stays inactive");
        } catch (Throwable thrown) {
            answered = false;
            core.countFailure("tool ".concat(session.name()), thrown);
            environment.leftOut(found + " threw in initialize: " + OneLine.of(thrown) + "; it is left out");
        }
        session.withdraw();
        return answered;
    }

    private String runtimeVersion() {
        return "OMPT4J " + environment.agentVersion() + ", " + System.getProperty("java.vm.name") + " "
                + System.getProperty("java.vm.version");
    }

    @Override
    Delivery delivery() {
        return delivery;
    }

    /** While tools are being started this waits until all of them are. */
    @Override
    synchronized void reconnect() {
        if (!started) {
            return;
        }
        List<Receiver> receivers = new ArrayList<>();
        for (ToolSession each : sessions) {
            each.addReceivers(receivers);
        }
        delivery.connect(receivers);
    }

    /** The names of the tools that run, in order. */
    public synchronized List<String> names() {
        List<String> names = new ArrayList<>();
        for (ToolSession each : running()) {
            names.add(each.name());
        }
        return names;
    }

    /** Ends delivery and calls the tools' finalizers, in the order in which they were started. Called after the last event. */
    public void finish() {
        DeviceMappings loaded = mappings;
        if (loaded != null) {
            loaded.finish();
        }
        List<ToolSession> all;
        synchronized (this) {
            started = false;
            all = new ArrayList<>(sessions);
        }
        core.deliverTo(null, 0);
        finish(all);
    }

    /**
     * Runs with exactly the permissions of each tool: the code of the program that ends the JVM may not have the permissions that a trace needs at
     * its end.
     */
    @SuppressWarnings("removal")
    private static void finish(List<ToolSession> sessions) {
        AccessController.doPrivileged(new PrivilegedAction<@Nullable Void>() {
            @Override
            public @Nullable Void run() {
                for (ToolSession each : sessions) {
                    each.finish();
                }
                return null;
            }
        });
    }

    @Override
    public String toString() {
        return "tools " + names();
    }
}
