package org.ompt4j.agent.control;

/**
 * The request that the commands {@code attach} and {@code detach} pass to the agent in another process, as one text: what to do, an id of the
 * request, and the options in the form of {@code -javaagent}.
 *
 * @param id of the request, without spaces; empty if the sender does not read an answer
 * @param options empty if there are none
 */
public record AttachRequest(String id, String options) {
    public static final String ATTACH = "attach ";
    public static final String DETACH = "detach ";

    /** A text that begins with neither of these words consists of the options of a program that loads the agent without the command. */
    public static AttachRequest parse(String text) {
        if (!text.startsWith(ATTACH) && !text.startsWith(DETACH)) {
            return new AttachRequest("", text);
        }
        String[] parts = text.split(" ", 3);
        return new AttachRequest(parts[1], parts.length < 3 ? "" : parts[2]);
    }

    public String attach() {
        return ATTACH + id + ' ' + options;
    }

    public String detach() {
        return DETACH + id;
    }
}
