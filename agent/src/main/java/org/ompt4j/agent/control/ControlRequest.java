package org.ompt4j.agent.control;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.jar.AgentVersion;
import org.ompt4j.agent.jar.PlatformAccess;
import org.ompt4j.emitter.Threads;
import org.ompt4j.text.OneLine;

/**
 * A command that {@code control} in another process sends to the agent of this JVM, as text: an id of the request, the command, the
 * modifier, and the argument if there is one. The answer is written to the JVM's agent properties, which that process can read.
 */
public final class ControlRequest {
    /** The beginning of the agent's arguments if they are a request. */
    public static final String PREFIX = "control ";

    /** Agent property that shows that the agent runs; its value is the agent's version. */
    public static final String AGENT_PROPERTY = "ompt4j.agent";

    /** Agent property with the id of the last request and its answer. */
    public static final String ANSWER_PROPERTY = "ompt4j.control";

    /** In place of an answer: the tools have not returned yet. */
    public static final String NO_ANSWER_YET = "none";

    private static final int PARTS = 4;

    private static volatile @Nullable PlatformAccess platform;

    private ControlRequest() {}

    /** From now on requests can be answered. */
    public static void announceTo(PlatformAccess access) {
        platform = access;
    }

    /** From now on requests are not answered, since the agent is removed. */
    public static void forget(PlatformAccess access) {
        access.removeAgentProperty(AGENT_PROPERTY);
    }

    /** Answers that a request is not carried out, with the reason in one line. */
    public static void refuse(AttachRequest request, String why) {
        answer(request, false, List.of(why));
    }

    /** Answers whether a request was carried out, with the messages for the user. */
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

    /** Carries out the request; called on a thread of the JVM. */
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
