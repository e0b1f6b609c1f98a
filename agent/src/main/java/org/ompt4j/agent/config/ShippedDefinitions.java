package org.ompt4j.agent.config;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.text.Lists;

/**
 * The constructs of libraries that define none themselves, as the agent's jar has them. They are for who asks for them by the name of the library:
 * what is one interval of work without them becomes many tasks, and Byte Buddy is loaded.
 */
final class ShippedDefinitions {
    /** What the setting {@code define} can name. */
    static final List<String> NAMES = List.of("netty", "tomcat", "jetty", "coroutines");

    private ShippedDefinitions() {}

    /** The definitions of one of these libraries. */
    static List<String> of(String name, Problems problems) {
        URL file = ShippedDefinitions.class.getResource("/META-INF/ompt4j/libraries/" + name + ".properties");
        List<String> definitions = new ArrayList<>();
        if (file == null) {
            problems.add("the agent's jar lacks the definitions of " + name + "; they are left out");
            return definitions;
        }
        for (Setting each : ConfigFile.read(file, problems)) {
            definitions.addAll(Lists.split(each.text()));
        }
        return definitions;
    }
}
