package org.ompt4j.agent.jar;

/**
 * The jars inside the agent jar. No more than names, which the compiler puts where they are used: this class is loaded by nobody.
 */
final class NestedJar {

    /** What every run needs of the emitter. */
    static final String EMITTER = "META-INF/ompt4j/emitter.jar";

    /** What is needed of the emitter only where a third-party tool or a device mapping was found. */
    static final String FOR_TOOLS = "META-INF/ompt4j/emitter-for-tools.jar";

    /** What only programs need that refer to methods whose calls are observed. */
    static final String REFERENCES = "META-INF/ompt4j/references.jar";

    /** What every run needs of the agent. */
    static final String START = "META-INF/ompt4j/agent/start.jar";

    /** What every run needs of the mappings and the tool of the default configuration: nothing that names a class of the agent. */
    static final String START_BOOT = "META-INF/ompt4j/agent/start-boot.jar";

    /** What only the constructs need that the configuration defines. */
    static final String BYTE_BUDDY = "META-INF/ompt4j/agent/byte-buddy.jar";

    /** The libraries of the command line. */
    static final String COMMAND_LINE = "META-INF/ompt4j/agent/command-line.jar";

    private NestedJar() {}
}
