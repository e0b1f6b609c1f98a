package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ValueTypes.Choice;
import org.ompt4j.agent.config.ValueTypes.DefinitionList;
import org.ompt4j.agent.config.ValueTypes.DurationValue;
import org.ompt4j.agent.config.ValueTypes.FilePath;
import org.ompt4j.agent.config.ValueTypes.Flag;
import org.ompt4j.agent.config.ValueTypes.GlobList;
import org.ompt4j.agent.config.ValueTypes.NameList;
import org.ompt4j.agent.config.ValueTypes.SizeValue;
import org.ompt4j.agent.config.ValueTypes.ThrottleValue;
import org.ompt4j.text.Nearest;

/**
 * The table of settings: every key with its type, default and meaning. The file, the environment, system properties, agent
 * arguments, {@code config --init}, {@code config --effective} and the documentation all use this table.
 */
public enum ConfigKey {
    CONFIG(
            "config",
            new FilePath(FilePath.Use.READ),
            "",
            "A properties file with the other settings; it cannot name another one.",
            "config=ompt.properties"),
    TOOL(
            "tool",
            new Choice("trace", "profile", "sample", "conformance", "none"),
            "trace",
            "What to do with the events. trace: write them to a file; profile: do so, and have the JDK's Flight"
                    + " Recorder take samples beside it; sample: write at intervals what each thread is doing, without"
                    + " events; conformance: check them against the rules of order; none: leave them to the tools of"
                    + " OMP_TOOL_LIBRARIES.",
            "tool=sample"),
    OUTPUT(
            "output",
            new FilePath(FilePath.Use.WRITTEN),
            "ompt-%m-%p.ompt",
            "The file to write; %m stands for the main class, %p for the process id, %h for the host, %t for the time"
                    + " of the start, %% for a percent sign.",
            "output=/var/tmp/run-%p.ompt"),
    PROFILE(
            "profile",
            new Choice("states", "default", "full"),
            "default",
            "How much is observed. states: only what each thread is doing, without events; default: everything but"
                    + " locks that nobody waits for; full: everything. Deadlocks and lock orders are found with full"
                    + " only.",
            "profile=full"),
    EVENTS(
            "events",
            NameList.ofEvents(),
            "all",
            "The events to report, by their OMPT names without ompt_callback_; a name with a minus sign before it is left out.",
            "events=[parallel_begin,parallel_end]"),
    CONSTRUCTS(
            "constructs",
            NameList.ofConstructs(),
            "all",
            "The constructs of the JVM to observe, by their ids, which docs/mappings.md lists; an id with a minus sign"
                    + " before it is left out. Those that are observed on request only (" + NameList.onRequest()
                    + ") are not among all.",
            "constructs=[all,-synchronized]"),
    INCLUDE(
            "include",
            new GlobList(),
            "",
            "The classes of the application whose code is observed; empty means all.",
            "include=com.acme.*"),
    EXCLUDE(
            "exclude",
            new GlobList(),
            "",
            "Classes whose code is left alone, also if include names them.",
            "exclude=[com.acme.gen.*,*$Proxy*]"),
    DEFINE(
            "define",
            new DefinitionList(),
            "",
            "Methods of your own that are a construct, each with what it is: lock, barrier, task, parallel, masked,"
                    + " sections, taskgroup, taskwait, ordered or reduction, or a part of a pool of threads: submit, run,"
                    + " worker or idle. The name of a library (netty, tomcat, jetty, coroutines) stands for the"
                    + " definitions that the agent has of it.",
            "define=[barrier:com.acme.Gate.await,lock:com.acme.Latch.acquire/release]"),
    NATIVE(
            "native",
            new Choice("auto", "off"),
            "auto",
            "How waits for monitors are observed. auto: the JVM tells of them where it can, also in the JDK's own"
                    + " classes, but not of releases; off: the synchronized code of the application is rewritten, as it"
                    + " is with profile=full in any case.",
            "native=off"),
    THROTTLE(
            "throttle",
            new ThrottleValue(),
            "auto",
            "Whether the events of a place in the code that has very many short ones of locks are counted instead of"
                    + " traced. auto: unless profile=full; off: never; a rate and a duration: where a thread has more"
                    + " such events per second, 10 or more, each shorter than that.",
            "throttle=10000/10us"),
    MAX_SIZE(
            "max-size",
            new SizeValue(1L << 20),
            "1g",
            "The largest size of the output file, 1m or more.",
            "max-size=200m"),
    RING(
            "ring",
            new Flag(),
            "false",
            "What happens at max-size. false: recording stops; true: the newest events are kept.",
            "ring=true"),
    COMMAND_LINE(
            "command-line",
            new Choice("masked", "off"),
            "masked",
            "Whether the trace and its report name the command line of the program. masked: with *** in place of what"
                    + " looks like a secret; off: not at all.",
            "command-line=off"),
    QUIET("quiet", new Flag(), "false", "Whether to print nothing while the application runs.", "quiet=true"),
    TOOLS(
            "tools",
            new Choice("first", "all"),
            "first",
            "How many tools run. first: only the first that wants to, of the class path, of OMP_TOOL_LIBRARIES, and of"
                    + " the key tool, in this order; all: every one that wants to.",
            "tools=all"),
    OMP_VERSION(
            "omp-version",
            new Choice(OmpVersion.texts()),
            "5.1",
            "The version of OpenMP that tools are told: " + OmpVersion.described()
                    + ". What they hear and are answered is the same.",
            "omp-version=6.0"),
    MUTEX_DETAIL(
            "mutex.detail",
            new Choice("off", "contended", "full"),
            "",
            "Which operations on locks are reported. off: none; contended: those that wait and those that end a wait;"
                    + " full: all, also waits for tasks and latches that are over at once. If it is not set: off with"
                    + " profile=states, contended with default, full with full.",
            "mutex.detail=off"),
    MIN_WAIT(
            "min-wait",
            new DurationValue(0, 3_600_000_000_000L),
            "0",
            "Waits for a lock that are shorter are not reported.",
            "min-wait=10us"),
    SAMPLE_PERIOD(
            "sample.period",
            new DurationValue(100_000L, 3_600_000_000_000L),
            "10ms",
            "The time between two samples with tool=sample.",
            "sample.period=1ms"),
    MAX_STALL(
            "max-stall",
            new DurationValue(0, 3_600_000_000_000L),
            "250ms",
            "How long a thread may be held up at once where the disk is too slow for its events; then events are"
                    + " dropped, and counted.",
            "max-stall=2s"),
    LIBRARY_DEFINE(
            "library-define",
            new Flag(),
            "true",
            "Whether libraries of the class path can define constructs of their own, each in the file"
                    + " META-INF/ompt4j/define.properties of its jar.",
            "library-define=false"),
    ON_ERROR(
            "on-error",
            new Choice("exit", "continue"),
            "exit",
            "What an error in these settings does. exit: the JVM ends before main with exit code 2; continue: a line"
                    + " says so, the default is used, and the program runs.",
            "on-error=continue");

    private static final ConfigKey[] ALL = values();

    private final String key;
    private final ValueType type;
    private final String defaultText;
    private final String doc;
    private final String example;

    ConfigKey(String key, ValueType type, String defaultText, String doc, String example) {
        this.key = key;
        this.type = type;
        this.defaultText = defaultText;
        this.doc = doc;
        this.example = example;
    }

    /** The key as it is written in the file and in agent arguments. */
    public String key() {
        return key;
    }

    /** The type of the values. */
    public ValueType type() {
        return type;
    }

    /** The value if no source sets the key; empty if there is none. */
    public String defaultText() {
        return defaultText;
    }

    /** The meaning of the setting, in whole sentences. */
    public String doc() {
        return doc;
    }

    /** An example: a line that sets the key. */
    public String example() {
        return example;
    }

    /** Whether few runs need the key: its default follows from another key, or suits nearly every run. */
    public boolean isForExperts() {
        return ordinal() >= TOOLS.ordinal();
    }

    /** The environment variable that sets the key, such as {@code OMPT_MUTEX_DETAIL}. */
    public String environmentVariable() {
        return environmentVariable(key);
    }

    static String environmentVariable(String key) {
        return ENVIRONMENT_PREFIX
                + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** The setting with this key, or null. */
    public static @Nullable ConfigKey byKey(String key) {
        for (ConfigKey each : ALL) {
            if (each.key.equals(key)) {
                return each;
            }
        }
        return null;
    }

    /** The end of a message about an unknown key: the most similar key, or where all keys are listed. */
    static String hint(String text) {
        List<String> keys = new ArrayList<>();
        for (ConfigKey each : ALL) {
            keys.add(each.key);
        }
        return Nearest.hint(text, keys, "java -jar ompt-agent.jar config --init lists all keys");
    }

    static final String ENVIRONMENT_PREFIX = "OMPT_";
    static final String PROPERTY_PREFIX = "ompt4j.";
}
