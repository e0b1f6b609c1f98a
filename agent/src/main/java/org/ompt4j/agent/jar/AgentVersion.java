package org.ompt4j.agent.jar;

/** The version of the agent, from the manifest of its jar. */
public final class AgentVersion {

    private AgentVersion() {}

    /** Name and version, such as {@code OMPT4J 0.1.0}. */
    static String text() {
        return "OMPT4J " + number();
    }

    /** The version number; {@code development} outside the jar. */
    public static String number() {
        String version = AgentVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
