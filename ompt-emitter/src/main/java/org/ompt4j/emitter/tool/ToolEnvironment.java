package org.ompt4j.emitter.tool;

import java.io.FileDescriptor;
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
 * What the agent provides about this run when it starts the tools.
 *
 * <p>Thread safety: any thread, any time.
 */
public interface ToolEnvironment {

    /** {@code OMP_TOOL_LIBRARIES}: jars separated by the platform's path separator; empty if not set. */
    String toolLibraries();

    /** Whether every tool that wants to run is started ({@code tools=all}), and not only the first one. */
    boolean startsEveryTool();

    /** The version of OpenMP whose OMPT is offered to tools: its {@code _OPENMP}, such as 202011 for 5.1. */
    int ompVersion();

    /** Whether the configuration selects a first-party tool, explicitly or by default. */
    boolean asksForBuiltInTool();

    /** The first-party tool that the configuration key {@code tool} selects, null for {@code tool=none}. */
    @Nullable
    OmptTool builtInTool();

    /** The loader of the views of older generations, in packages that begin with {@code org.ompt4j.views}. */
    ClassLoader viewLoader();

    /**
     * Makes available the types of the binding that first-party tools never use. Must be called before any class of a third-party tool or device
     * mapping is loaded.
     *
     * @return false if they are missing; a message was printed then
     */
    boolean loadTypesForTools();

    /** The settings in force. */
    RunSettings settings();

    /** The effective configuration, key to value. */
    Map<String, String> configuration();

    /** Whether the construct is switched on in this run. */
    boolean observes(Construct construct);

    /** Whether the processor time of threads can be read. */
    boolean knowsCpuTime();

    /** Version of the agent. */
    String agentVersion();

    /** What is not observed in this run, one sentence each; the list may grow. */
    List<String> notObserved();

    /** The constructs that loaded classes use and that are not observed; may grow. */
    ClassScan classScan();

    /** The pauses of garbage collections, without those that the caller already knows; grows. */
    CollectionPauses collectionPauses(long first);

    /** Maps a part of a file for reading and writing; null if there is no faster way than that of the channel. */
    @Nullable
    ByteBuffer map(FileChannel channel, long position, int sizeBytes);

    /** The descriptor of an open file; null if it is not known. */
    @Nullable
    FileDescriptor descriptor(FileChannel channel);

    /**
     * A tool wants events for releases of mutexes. Before the program begins, this determines how monitors are observed, and changes {@link
     * #settings} and {@link #configuration}; later it has no effect.
     */
    void releasesAreAskedFor();

    /** Prints one line for the user, with the agent's prefix, where the agent prints such lines. */
    void message(String line);

    /** Prints one line for the user about something that the search for tools has left out, also in the output about the search. */
    void leftOut(String line);

    /** Prints one line about the search for tools, to the destination of {@code OMP_TOOL_VERBOSE_INIT}, if any. */
    void verbose(String line);
}
