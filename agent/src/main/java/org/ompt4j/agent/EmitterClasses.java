package org.ompt4j.agent;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The class files of the emitter, from jars inside the agent jar: to look for them among all entries of the agent jar takes much
 * longer.
 */
final class EmitterClasses {

    /** What every run needs. */
    static final String CORE = "META-INF/ompt4j/emitter.jar";

    /** What is needed only where a third-party tool or a device mapping was found. */
    static final String FOR_TOOLS = "META-INF/ompt4j/emitter-for-tools.jar";

    private static final String SUFFIX = ".class";

    private EmitterClasses() {}

    /** Class name to class file, in the order of one of the jars. */
    static Map<String, byte[]> read(AgentJar agentJar, String emitterJar) throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (ZipBytes jar = new ZipBytes(agentJar.read(emitterJar))) {
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
