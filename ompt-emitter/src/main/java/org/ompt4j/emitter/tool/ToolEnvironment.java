package org.ompt4j.emitter.tool;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.CollectionPauses;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.ompt.RunSettings;

/**
 * What the agent tells about this run when it starts the tools.
 *
 * <p>Thread safety: any thread, any time.
 */
public interface ToolEnvironment {

    /** {@code OMP_TOOL_LIBRARIES}: jars separated by the platform's path separator; empty if not set. */
    String toolLibraries();

    /** Whether every tool that wants to run does ({@code tools=all}), and not only the first. */
    boolean startsEveryTool();

    /** What tools are told of the version of OpenMP whose OMPT is offered: its {@code _OPENMP}, such as 202011 for 5.1. */
    int ompVersion();

    /** Whether the configuration asks for a first-party tool, be it by default. */
    boolean asksForBuiltInTool();

    /** The first-party tool that the configuration key {@code tool} selects, null for {@code tool=none}. */
    @Nullable
    OmptTool builtInTool();

    /** Has the classes of the views of older generations, in packages that begin with {@code org.ompt4j.views}. */
    ClassLoader viewLoader();

    /**
     * Makes the types of the binding available that the first-party tools never use; to be called before any class of a third-party tool
     * or device mapping is loaded.
     *
     * @return false if they are missing, which the user has been told
     */
    boolean loadTypesForTools();

    /** The settings in force. */
    RunSettings settings();

    /** The effective configuration, key to value. */
    Map<String, String> configuration();

    /** Whether the construct is switched on in this run. */
    boolean observes(Construct construct);

    /** Whether it can be found out for how long threads have a processor. */
    boolean knowsCpuTime();

    /** Version of the agent. */
    String agentVersion();

    /** What cannot or shall not be observed in this run, one sentence each; may grow. */
    List<String> notObserved();

    /** What the loaded classes use that is not observed; may grow. */
    ClassScan classScan();

    /** The times in which garbage collections stopped all threads, but for those that the caller knows already; grows. */
    CollectionPauses collectionPauses(long first);

    /** A part of a file for reading and writing; null where this has no way that is faster than that of the channel. */
    @Nullable
    ByteBuffer map(FileChannel channel, long position, int sizeBytes);

    /**
     * A tool wants to hear when mutexes are released. As long as the program has not begun that decides how monitors are observed, and
     * {@link #settings} and {@link #configuration} say so from then on; later it changes nothing.
     */
    void releasesAreAskedFor();

    /** Prints one line for the user, with the agent's prefix, where the agent prints such lines. */
    void message(String line);

    /** Prints one line for the user about something that the search for tools has left out, and tells it with the search. */
    void leftOut(String line);

    /** One line about the search for tools, for {@code OMP_TOOL_VERBOSE_INIT}; goes where that says, often nowhere. */
    void verbose(String line);
}
