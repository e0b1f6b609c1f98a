package org.ompt4j.emitter.tool;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.emitter.tool.SinkFanout.Receiver;
import org.ompt4j.ompt.OmptStartToolResult;

/**
 * The tools of this run, from their start to their end.
 *
 * <p>Every tool that wants to run does so, each with callbacks and data of its own; events reach them in the order in which they
 * were started: {@link ToolLoader} says which that is.
 *
 * <p>Thread safety: any thread.
 */
public final class RunningTools {
    /** {@code _OPENMP} of 5.1. */
    private static final int OMP_VERSION = 202011;

    private final Core core;
    private final ToolEnvironment environment;
    private final Delivery delivery;
    private final List<ToolSession> sessions = new ArrayList<>();
    private boolean started;

    private RunningTools(ToolEnvironment environment, Core core) {
        this.environment = environment;
        this.core = core;
        this.delivery = new Delivery(core);
    }

    /**
     * Finds, loads and initializes the tools; events flow from the return of this method on. A tool that is missing, incompatible or
     * throws is left out with one message; nothing is thrown.
     */
    public static RunningTools start(ToolEnvironment environment) {
        return start(environment, new EmitterCore(), RegistrationAnswers.of(environment));
    }

    static RunningTools start(ToolEnvironment environment, Core core, RegistrationAnswers answers) {
        RunningTools tools = new RunningTools(environment, core);
        for (FoundTool each : new ToolLoader(environment).find()) {
            tools.startTool(each, answers);
        }
        synchronized (tools) {
            tools.started = true;
            tools.reconnect();
        }
        return tools;
    }

    private void startTool(FoundTool found, RegistrationAnswers answers) {
        try {
            OmptStartToolResult result = found.tool().startTool(OMP_VERSION, runtimeVersion());
            if (result == null) {
                environment.verbose(found + " does not want to run");
                return;
            }
            ToolSession session = add(found, answers);
            if (initialize(session, result)) {
                environment.verbose(found + " runs");
            } else {
                environment.verbose(found + " does not want to run after all");
            }
        } catch (Throwable thrown) {
            core.countFailure("tool ".concat(found.name()), thrown);
            environment.message(found + " threw in startTool: " + OneLine.of(thrown) + "; it is left out");
        }
    }

    private synchronized ToolSession add(FoundTool found, RegistrationAnswers answers) {
        ToolSession session = new ToolSession(found.name(), sessions.size(), core, this, environment, answers);
        sessions.add(session);
        return session;
    }

    /** A tool that fails or declines here keeps its entry points, but gets no event and no finalizer call. */
    private boolean initialize(ToolSession session, OmptStartToolResult result) {
        try {
            if (session.initialize(result)) {
                return true;
            }
        } catch (Throwable thrown) {
            core.countFailure("tool ".concat(session.name()), thrown);
            environment.message(
                    "tool " + session.name() + " threw in initialize: " + OneLine.of(thrown) + "; it is left out");
        }
        session.withdraw();
        return false;
    }

    private String runtimeVersion() {
        return "OMPT4J " + environment.agentVersion() + ", " + System.getProperty("java.vm.name") + " "
                + System.getProperty("java.vm.version");
    }

    Delivery delivery() {
        return delivery;
    }

    /** Takes over what tools have registered; while tools are being started that waits until all of them are. */
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
        for (ToolSession each : sessions) {
            if (!each.isOver()) {
                names.add(each.name());
            }
        }
        return names;
    }

    /** Ends delivery and calls the tools' finalizers, in the order in which they were started. Called after the last event. */
    public void finish() {
        List<ToolSession> all;
        synchronized (this) {
            started = false;
            all = new ArrayList<>(sessions);
        }
        core.deliverTo(null, 0);
        for (ToolSession each : all) {
            each.finish();
        }
    }

    @Override
    public String toString() {
        return "tools " + names();
    }
}
