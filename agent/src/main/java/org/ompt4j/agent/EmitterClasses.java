package org.ompt4j.agent;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The class files of the emitter, from a jar inside the agent jar: to look for them among all entries of the agent jar takes much
 * longer.
 */
final class EmitterClasses {

    private static final String JAR = "META-INF/ompt4j/emitter.jar";
    private static final String SUFFIX = ".class";

    private EmitterClasses() {}

    /** Class name to class file, in the order of the jar. */
    static Map<String, byte[]> read(AgentJar agentJar) throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (ZipBytes jar = new ZipBytes(agentJar.read(JAR))) {
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
