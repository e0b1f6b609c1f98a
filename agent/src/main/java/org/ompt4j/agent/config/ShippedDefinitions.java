package org.ompt4j.agent.config;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.text.LibraryPools;
import org.ompt4j.text.Lists;

/**
 * Definitions in the agent's jar for libraries that define no constructs themselves. They are used only if the user names the library: with
 * them an interval of work becomes many tasks, and Byte Buddy is loaded.
 */
final class ShippedDefinitions {
    /** The names of libraries that the setting {@code define} accepts. */
    static final List<String> NAMES = List.of("netty", "tomcat", "jetty", "coroutines");

    private ShippedDefinitions() {}

    /** The definitions of one of these libraries. */
    static List<String> of(String name, Problems problems) {
        URL file = ShippedDefinitions.class.getResource(LibraryPools.definitions(name));
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
