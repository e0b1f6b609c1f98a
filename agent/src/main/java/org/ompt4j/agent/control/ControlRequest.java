package org.ompt4j.agent.control;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.jar.AgentVersion;
import org.ompt4j.agent.jar.PlatformAccess;
import org.ompt4j.emitter.Threads;
import org.ompt4j.text.OneLine;

/**
 * A command that the command {@code control} of another process sends to the agent of this JVM, as text: an id of the request, command,
 * modifier, and the argument if there is one. The answer goes where that process can read it, into the JVM's agent properties.
 */
public final class ControlRequest {
    /** What the arguments of the agent begin with when they are a request. */
    public static final String PREFIX = "control ";

    /** Agent property that shows that the agent runs; its value is the agent's version. */
    public static final String AGENT_PROPERTY = "ompt4j.agent";

    /** Agent property with the id of the last request and its answer. */
    public static final String ANSWER_PROPERTY = "ompt4j.control";

    /** In place of an answer: the tools are still at it. */
    public static final String NO_ANSWER_YET = "none";

    private static final int PARTS = 4;

    private static volatile @Nullable PlatformAccess platform;

    private ControlRequest() {}

    /** From now on requests can be answered. */
    public static void announceTo(PlatformAccess access) {
        platform = access;
    }

    /** The agent is not here any more. */
    public static void forget(PlatformAccess access) {
        access.removeAgentProperty(AGENT_PROPERTY);
    }

    /** Answers that a request is not carried out, and why, in one line. */
    public static void refuse(AttachRequest request, String why) {
        answer(request, false, List.of(why));
    }

    /** Answers whether a request was carried out, and what there is to say of it. */
    public static void answer(AttachRequest request, boolean done, List<String> lines) {
        PlatformAccess access = platform;
        if (request.id().isEmpty() || access == null) {
            for (String line : lines) {
                System.err.println(OneLine.ofOurs(line));
            }
            return;
        }
        access.setAgentProperty(ANSWER_PROPERTY, request.id() + ' ' + new AttachAnswer(done, lines).text());
    }

    /** Shows other processes that the agent runs here. */
    public static void announce(PlatformAccess access) {
        announceTo(access);
        access.setAgentProperty(AGENT_PROPERTY, AgentVersion.number());
    }

    /** Carries the request out; called on a thread of the JVM. */
    public static void receive(String request) {
        PlatformAccess access = platform;
        if (access == null) {
            return;
        }
        Threads.hide();
        String[] parts = request.split(" ", PARTS);
        Integer answer = ExternalControl.give(
                Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), parts.length < PARTS ? null : parts[3]);
        access.setAgentProperty(ANSWER_PROPERTY, parts[0] + " " + (answer == null ? NO_ANSWER_YET : answer));
    }

    public static String text(String id, int command, int modifier, @Nullable String arg) {
        String text = id + " " + command + " " + modifier;
        return arg == null ? text : text + " " + arg;
    }
}
