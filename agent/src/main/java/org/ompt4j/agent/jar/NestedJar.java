package org.ompt4j.agent.jar;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Class files from jars inside the agent jar: to look for each among all entries of the agent jar takes much longer.
 */
final class NestedJar {

    /** What every run needs of the emitter. */
    static final String EMITTER = "META-INF/ompt4j/emitter.jar";

    /** What is needed of the emitter only where a third-party tool or a device mapping was found. */
    static final String FOR_TOOLS = "META-INF/ompt4j/emitter-for-tools.jar";

    /** What every run needs of the agent, its mappings and the tool of the default configuration. */
    static final String START = "META-INF/ompt4j/agent/start.jar";

    /** What only the constructs need that the configuration defines. */
    static final String BYTE_BUDDY = "META-INF/ompt4j/agent/byte-buddy.jar";

    /** The libraries of the command line. */
    static final String COMMAND_LINE = "META-INF/ompt4j/agent/command-line.jar";

    private static final String SUFFIX = ".class";

    private NestedJar() {}

    /** Class name to class file, in the order of one of the jars: the build puts supertypes first. */
    static Map<String, byte[]> read(AgentJar agentJar, String nestedJar) throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (ZipBytes jar = new ZipBytes(agentJar.read(nestedJar))) {
            while (jar.next()) {
                String name = jar.name();
                // package-info is of no use at run time.
                if (name.endsWith(SUFFIX) && name.indexOf('-') < 0) {
                    classes.put(
                            name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'), jar.content());
                }
            }
        }
        return classes;
    }
}
