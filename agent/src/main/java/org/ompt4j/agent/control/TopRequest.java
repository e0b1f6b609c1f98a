package org.ompt4j.agent.control;

import java.io.File;
import java.io.IOException;
import java.util.List;
import org.ompt4j.agent.live.LiveWatches;
import org.ompt4j.text.OneLine;

/**
 * The request that the command {@code top} sends once to the agent in another process: to write the sampled states of its threads into a directory,
 * one window after the other. The answer is the path of the directory.
 */
public final class TopRequest {
    /** The beginning of the agent's arguments if they are such a request. */
    public static final String PREFIX = "top ";

    private TopRequest() {}

    public static String text(String id, long intervalNanos) {
        return PREFIX + id + " " + intervalNanos;
    }

    /** Carries out the request; called on a thread of the JVM. */
    public static void receive(String request) {
        String[] parts = request.split(" ");
        AttachRequest sender = new AttachRequest(parts[1], "");
        try {
            File directory = LiveWatches.begin(parts[1], Long.parseLong(parts[2]));
            ControlRequest.answer(sender, true, List.of(directory.getPath()));
        } catch (IOException e) {
            ControlRequest.refuse(sender, OneLine.joined(e.getMessage()));
        }
    }
}
