package org.ompt4j.agent.jar;

/**
 * The names of the jars inside the agent jar. The compiler copies these constants to where they are used, so this class is never loaded.
 */
final class NestedJar {

    /** The classes of the emitter that every run needs. */
    static final String EMITTER = "META-INF/ompt4j/emitter.jar";

    /** The classes of the emitter that are needed only if a third-party tool or a device mapping was found. */
    static final String FOR_TOOLS = "META-INF/ompt4j/emitter-for-tools.jar";

    /** The classes that are needed only if the program has method references to methods whose calls are observed. */
    static final String REFERENCES = "META-INF/ompt4j/references.jar";

    /** The classes of the agent that every run needs. */
    static final String START = "META-INF/ompt4j/agent/start.jar";

    /** The classes of the mappings and of the default tool that every run needs: none of them refers to a class of the agent. */
    static final String START_BOOT = "META-INF/ompt4j/agent/start-boot.jar";

    /** The classes that are needed only for constructs that the configuration defines. */
    static final String BYTE_BUDDY = "META-INF/ompt4j/agent/byte-buddy.jar";

    /** The libraries of the command line. */
    static final String COMMAND_LINE = "META-INF/ompt4j/agent/command-line.jar";

    private NestedJar() {}
}
