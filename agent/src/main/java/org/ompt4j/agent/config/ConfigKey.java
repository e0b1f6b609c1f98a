package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;

/**
 * The table of settings: every key with its type, default and meaning. File, environment, system properties, agent
 * arguments, {@code config --init}, {@code config --effective} and the documentation are all made from it.
 */
public enum ConfigKey {
    CONFIG(
            "config",
            new FilePath(FilePath.Use.READ),
            "",
            "Properties file to read the other settings from. Cannot stand in the file itself.",
            "config=ompt.properties"),
    TOOL(
            "tool",
            new Choice("trace", "sample", "conformance", "none"),
            "trace",
            "First-party tool: trace writes every event, sample writes the state of each thread periodically, conformance"
                    + " holds the events against the rules of order as they happen, none leaves them to the tools of"
                    + " OMP_TOOL_LIBRARIES.",
            "tool=sample"),
    TOOLS(
            "tools",
            new Choice("first", "all"),
            "first",
            "How many tools run: first only the first that wants to (class path, then OMP_TOOL_LIBRARIES, then the tool of"
                    + " the key tool), all every one.",
            "tools=all"),
    OUTPUT(
            "output",
            new FilePath(FilePath.Use.WRITTEN),
            "ompt-%m-%p.ompt",
            "File to write. %m main class, %p process id, %h host, %t time of the start, %% a percent sign.",
            "output=/var/tmp/run-%p.ompt"),
    PROFILE(
            "profile",
            new Choice("states", "default", "full"),
            "default",
            "Depth of observation: states keeps what a sampler reads and raises no event, default leaves out uncontended"
                    + " mutexes, full reports everything.",
            "profile=full"),
    EVENTS(
            "events",
            new NameList("event", KnownNames.events()),
            "all",
            "Events to report, by their OMPT names without ompt_callback_; a name after a minus sign is left out.",
            "events=[parallel_begin,parallel_end]"),
    CONSTRUCTS(
            "constructs",
            new NameList("construct", KnownNames.constructs()),
            "all",
            "JVM constructs to observe, by mapping id; an id after a minus sign is left out.",
            "constructs=[all,-synchronized]"),
    INCLUDE(
            "include",
            new GlobList(),
            "",
            "Application classes whose code is observed, by glob over the class name; empty means all. Locks inside the"
                    + " JDK's own classes are not observed, monitors there only with native=auto and without include.",
            "include=com.acme.*"),
    EXCLUDE(
            "exclude",
            new GlobList(),
            "",
            "Classes whose code is left alone, by glob; wins over include.",
            "exclude=[com.acme.gen.*,*$Proxy*]"),
    MUTEX_DETAIL(
            "mutex.detail",
            new Choice("off", "contended", "full"),
            "",
            "Which mutex operations are reported: none, those that wait and those that end a wait, or all. Unless set:"
                    + " full with profile=full, otherwise contended.",
            "mutex.detail=off"),
    NATIVE(
            "native",
            new Choice("auto", "off"),
            "off",
            "How waits for monitors are observed unless every mutex operation is reported: off rewrites the synchronized blocks"
                    + " and methods of the application; auto has the JVM tell, through a library in the agent jar (Linux), also of"
                    + " monitors in the JDK, but not of who held them. Where the library cannot be loaded, one line says so.",
            "native=auto"),
    MIN_WAIT(
            "min-wait",
            new DurationValue(0, 3_600_000_000_000L),
            "0",
            "Waits for a mutex that are shorter are not reported.",
            "min-wait=10us"),
    THROTTLE_RATE(
            "throttle.rate",
            new RateValue(10, 1_000_000_000),
            "",
            "Call sites of mutexes and dispatches at which a thread has more such events per second, each shorter than"
                    + " throttle.below, are counted instead of traced. Unless set: off with profile=full, otherwise 10000.",
            "throttle.rate=off"),
    THROTTLE_BELOW(
            "throttle.below",
            new DurationValue(0, 3_600_000_000_000L),
            "10us",
            "Waits and chunks that take at least this long are traced at any rate.",
            "throttle.below=50us"),
    MAX_SIZE("max-size", new SizeValue(1L << 20), "1g", "Largest size of the output file.", "max-size=200m"),
    RING(
            "ring",
            new Flag(),
            "false",
            "What happens at max-size: false stops recording, true keeps the newest events.",
            "ring=true"),
    MAX_STALL(
            "max-stall",
            new DurationValue(0, 3_600_000_000_000L),
            "250ms",
            "How long a thread that writes may be held up at once where the disk takes events more slowly than they come, and"
                    + " in all twice that and a 64th of the run; then events are dropped, and counted. Eight times longer"
                    + " where the agent's own thread gets no processor. It waits by yielding its processor to others.",
            "max-stall=2s"),
    COMMAND_LINE(
            "command-line",
            new Choice("masked", "off"),
            "masked",
            "Whether the trace and its report name the command line of the program: masked with *** in place of what looks like a"
                    + " secret, off not at all.",
            "command-line=off"),
    QUIET("quiet", new Flag(), "false", "Print nothing while the application runs.", "quiet=true"),
    ON_ERROR(
            "on-error",
            new Choice("exit", "continue"),
            "exit",
            "What an error in these settings does: exit stops the JVM before main with exit code 2, continue says so,"
                    + " uses the default and goes on.",
            "on-error=continue"),
    SAMPLE_PERIOD(
            "sample.period",
            new DurationValue(100_000L, 3_600_000_000_000L),
            "10ms",
            "Time between two samples with tool=sample.",
            "sample.period=1ms"),
    DEFINE_LOCK(
            "define.lock",
            new DefinitionList(true),
            "",
            "Methods that acquire and release a lock. An acquiring method that returns false has failed to acquire.",
            "define.lock=com.acme.Latch.acquire/release"),
    DEFINE_BARRIER(
            "define.barrier",
            new DefinitionList(false),
            "",
            "Methods that are an explicit barrier.",
            "define.barrier=com.acme.Gate.await"),
    DEFINE_TASK(
            "define.task",
            new DefinitionList(false),
            "",
            "Methods that are an undeferred task.",
            "define.task=com.acme.*Job.execute"),
    DEFINE_PARALLEL(
            "define.parallel",
            new DefinitionList(false),
            "",
            "Methods that are a parallel region of the thread that calls them.",
            "define.parallel=com.acme.Solver.solve"),
    DEFINE_MASKED("define.masked", new DefinitionList(false), "", "Methods that are a masked region.", null),
    DEFINE_SECTIONS("define.sections", new DefinitionList(false), "", "Methods that are a sections construct.", null),
    DEFINE_TASKGROUP("define.taskgroup", new DefinitionList(false), "", "Methods that are a taskgroup.", null),
    DEFINE_TASKWAIT("define.taskwait", new DefinitionList(false), "", "Methods that wait for tasks.", null),
    DEFINE_ORDERED("define.ordered", new DefinitionList(false), "", "Methods that are an ordered region.", null),
    DEFINE_REDUCTION("define.reduction", new DefinitionList(false), "", "Methods that combine partial results.", null);

    private static final ConfigKey[] ALL = values();

    private final String key;
    private final ValueType type;
    private final String defaultText;
    private final String doc;
    private final @Nullable String example;

    ConfigKey(String key, ValueType type, String defaultText, String doc, @Nullable String example) {
        this.key = key;
        this.type = type;
        this.defaultText = defaultText;
        this.doc = doc;
        this.example = example;
    }

    /** The key as it stands in the file and in agent arguments. */
    public String key() {
        return key;
    }

    /** What values the key takes. */
    public ValueType type() {
        return type;
    }

    /** The value that holds where nothing is set; empty for none. */
    public String defaultText() {
        return defaultText;
    }

    /** What the setting does, whole sentences. */
    public String doc() {
        return doc;
    }

    /** A line that sets it, or null where the sibling keys show it. */
    public @Nullable String example() {
        return example;
    }

    /** The environment variable that sets it, such as {@code OMPT_MUTEX_DETAIL}. */
    public String environmentVariable() {
        return ENVIRONMENT_PREFIX
                + key.toUpperCase(java.util.Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** The system property that sets it, such as {@code ompt4j.mutex.detail}. */
    public String systemProperty() {
        return PROPERTY_PREFIX + key;
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

    /** What to add to a message about a text that is no key: the key that looks most like it, or where all of them are listed. */
    static String hint(String text) {
        String[] keys = new String[ALL.length];
        for (int i = 0; i < ALL.length; i++) {
            keys[i] = ALL[i].key;
        }
        return Nearest.hint(text, keys, "java -jar ompt-agent.jar config --init lists all keys");
    }

    static final String ENVIRONMENT_PREFIX = "OMPT_";
    static final String PROPERTY_PREFIX = "ompt4j.";
}
