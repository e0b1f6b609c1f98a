package org.ompt4j.agent.config;

/** Writes settings for people: a commented file to start from, and the settings that a run would use. */
public final class ConfigText {

    private static final int LINE_COLUMNS = 100;

    private ConfigText() {}

    /** A configuration file with every setting and its default, commented out. */
    public static String commentedFile() {
        StringBuilder text = new StringBuilder();
        text.append("# Configuration of OMPT4J. Use it with\n")
                .append("#   java -javaagent:ompt-agent.jar=config=THIS_FILE ...\n")
                .append("# or name it in the environment variable OMPT_CONFIG.\n")
                .append("# To change a setting, remove the # before its name. What overrides this file, each the one\n")
                .append("# before it: environment variables (OMPT_MUTEX_DETAIL), system properties\n")
                .append("# (-Dompt4j.mutex.detail), agent arguments.\n");
        for (ConfigKey key : ConfigKey.values()) {
            if (key == ConfigKey.TOOLS) {
                text.append("\n# Few runs need one of the following.\n");
            }
            if (key != ConfigKey.CONFIG) {
                appendKey(key, text);
            }
        }
        return text.toString();
    }

    private static void appendKey(ConfigKey key, StringBuilder text) {
        text.append('\n');
        appendComment(key.doc(), text);
        appendComment("Values: " + key.type().describe() + ".", text);
        appendComment("Example: " + key.example(), text);
        text.append('#').append(key.key()).append('=').append(key.defaultText()).append('\n');
    }

    private static void appendComment(String sentence, StringBuilder text) {
        int column = 1;
        text.append('#');
        for (String word : sentence.split(" ")) {
            if (column + word.length() >= LINE_COLUMNS) {
                text.append("\n#");
                column = 1;
            }
            text.append(' ').append(word);
            column += word.length() + 1;
        }
        text.append('\n');
    }

    /** Every key with its effective value and the source of that value, one per line. */
    public static String effective(Configuration configuration) {
        StringBuilder text = new StringBuilder();
        for (ConfigKey key : ConfigKey.values()) {
            Setting value = configuration.inForce(key);
            String assignment = key.key() + "=" + value.text();
            text.append(assignment)
                    .append(" ".repeat(Math.max(1, 40 - assignment.length())))
                    .append("# ")
                    .append(value.source())
                    .append('\n');
        }
        return text.toString();
    }
}
