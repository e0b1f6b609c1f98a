package org.ompt4j.agent.control;

import java.util.List;
import org.ompt4j.text.OneLine;

/**
 * The answer of the agent in another process to an {@link AttachRequest}, as one text.
 *
 * @param done whether the request was carried out
 * @param lines the messages for the user
 */
public record AttachAnswer(boolean done, List<String> lines) {
    private static final String DONE = "done";
    private static final String REFUSED = "refused";

    public static AttachAnswer parse(String text) {
        List<String> all = List.of(text.split("\n"));
        return new AttachAnswer(all.get(0).equals(DONE), all.subList(1, all.size()));
    }

    public String text() {
        StringBuilder text = new StringBuilder(done ? DONE : REFUSED);
        for (String line : lines) {
            text.append('\n').append(OneLine.of(line));
        }
        return text.toString();
    }
}
