package org.ompt4j.agent.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.install.Installation;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.tool.RunningTools;

/** The end of the run, after the application's shutdown hooks: last events, tools, and what failed. */
public final class AgentEnd implements Runnable {

    private static final int MAX_FAILURES_SHOWN = 3;
    private static final String WHERE = "end of the run";

    private final Configuration configuration;
    private final RunningTools tools;
    private final Installation installation;
    private final AgentOutput output;

    public AgentEnd(Configuration configuration, RunningTools tools, Installation installation, AgentOutput output) {
        this.configuration = configuration;
        this.tools = tools;
        this.installation = installation;
        this.output = output;
    }

    @Override
    public void run() {
        // Each step is guarded by itself: if one fails, for lack of heap for example, tools still have to be ended.
        endThreads();
        // Not earlier, since a thread could go on in between without the end of its wait.
        stopHearing();
        String unmatchedInclude = noteClasses();
        finishTools();
        say(unmatchedInclude);
    }

    private static void endThreads() {
        try {
            Threads.finish();
        } catch (Throwable failure) {
            Failures.count(WHERE, failure);
        }
    }

    private void stopHearing() {
        try {
            installation.stopHearing();
        } catch (Throwable failure) {
            Failures.count(WHERE, failure);
        }
    }

    private @Nullable String noteClasses() {
        String unmatchedInclude = null;
        try {
            unmatchedInclude = installation.noteUnmatchedInclude();
            installation.noteLoadedClasses();
        } catch (Throwable failure) {
            Failures.count(WHERE, failure);
        }
        return unmatchedInclude;
    }

    private void finishTools() {
        try {
            tools.finish();
        } catch (Throwable failure) {
            Failures.count(WHERE, failure);
        }
    }

    private void say(@Nullable String unmatchedInclude) {
        try {
            if (unmatchedInclude != null) {
                output.say(unmatchedInclude);
            }
            sayUnmatchedDefinitions();
            sayFailures();
        } catch (Throwable failure) {
            // Even the last message could not be printed.
            return;
        }
    }

    private void sayUnmatchedDefinitions() {
        for (String misfit : installation.misfitsOfDefinitions()) {
            output.say(misfit);
        }
        for (String definition : installation.unmatchedDefinitions()) {
            // A program need not use everything in its libraries.
            if (!configuration.isOfLibrary(definition)) {
                output.say(definition + " matched no method of a class that the program loaded");
            }
        }
    }

    private void sayFailures() {
        int shown = 0;
        for (Map.Entry<String, Long> failure : Failures.counts().entrySet()) {
            if (shown++ == MAX_FAILURES_SHOWN) {
                output.say("more failures inside the agent stand in the report");
                return;
            }
            output.say("failed inside the agent (" + failure.getValue() + "x): " + failure.getKey());
        }
    }
}
