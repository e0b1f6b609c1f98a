package org.ompt4j.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One way to run a program: without the agent, with the agent in one of its configurations, or with another observer. */
enum Setting {
    OFF("off", "#000000"),
    /** A second JVM without the agent: shows by how much two equal JVMs differ. */
    OFF_AGAIN("off, another JVM", "#d9d9d9"),
    EMPTY("empty agent", "#c7c7c7"),
    DISABLED("`OMP_TOOL=disabled`", "#969696"),
    /** The code that the default configuration rewrites is rewritten, but no tool gets events. */
    NOBODY("nobody listens", "#c6dbef"),
    SILENT("tool that does nothing", "#9e9ac8"),
    IDLE("tool registered for nothing", "#bcbddc"),
    STATES("`states`", "#6baed6"),
    DEFAULT("`default`", "#2171b5"),
    FULL("`full`", "#08306b"),
    JFR("JFR", "#fdae6b"),
    ASYNC_PROFILER("async-profiler", "#74c476");

    private final String title;
    private final String colour;

    Setting(String title, String colour) {
        this.title = title;
        this.colour = colour;
    }

    String title() {
        return title;
    }

    /** The colour of this setting in all charts, as CSS writes it. */
    String colour() {
        return colour;
    }

    /** The name in raw data. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Setting byId(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /**
     * Options of a JVM that runs this way.
     *
     * @param agentArguments further settings of the agent
     */
    List<String> jvmArguments(Workplace place, List<String> agentArguments) {
        return switch (this) {
            case OFF, OFF_AGAIN -> List.of();
            case EMPTY -> List.of("-javaagent:" + place.emptyAgent());
            case DISABLED -> agent(place, agentArguments, "profile=default");
            case NOBODY, SILENT, IDLE -> agent(place, agentArguments, "profile=default,tool=none");
            case STATES -> agent(place, agentArguments, "profile=states,tool=none");
            case DEFAULT -> agent(place, agentArguments, "profile=default");
            case FULL -> agent(place, agentArguments, "profile=full");
            case JFR -> place.flightRecorder();
            case ASYNC_PROFILER -> place.asyncProfiler();
        };
    }

    /** Whether such a JVM writes a trace. */
    boolean leavesTrace() {
        return this == DEFAULT || this == FULL;
    }

    /** Whether the agent rewrites code but writes no trace: then it prints lines only about constructs that are not observed. */
    boolean isSilent() {
        return this == NOBODY || this == SILENT || this == IDLE || this == STATES;
    }

    Map<String, String> environment(Workplace place) {
        return switch (this) {
            case DISABLED -> Map.of("OMP_TOOL", "disabled");
            case SILENT -> Map.of("OMP_TOOL_LIBRARIES", place.silentTool().toString());
            case IDLE -> Map.of("OMP_TOOL_LIBRARIES", place.idleTool().toString());
            default -> Map.of();
        };
    }

    private List<String> agent(Workplace place, List<String> agentArguments, String own) {
        String shared = "quiet=" + !isSilent() + ",ring=true,max-size=256m,output=" + place.trace(this) + "," + own;
        return List.of("-javaagent:" + place.agent() + "="
                + (agentArguments.isEmpty() ? shared : shared + "," + String.join(",", agentArguments)));
    }
}
