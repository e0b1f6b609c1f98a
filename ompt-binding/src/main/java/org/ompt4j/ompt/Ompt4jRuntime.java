package org.ompt4j.ompt;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Entry points of our own, where OMPT has none: {@code lookup("ompt4j_runtime")}.
 *
 * <p>Thread safety: any thread, any time. Maps, lists and collections are not to be changed.
 *
 * <p>Spec: none, all of it is ours.
 */
public interface Ompt4jRuntime {

    /** The name under which {@link OmptFunctionLookup#lookup} gives this interface. */
    String NAME = "ompt4j_runtime";

    /**
     * Delivers the events of the mask to the sink from now on, each as a trace record; the definitions made so far are
     * delivered before this returns, or before the first event if the tool is just being initialized. Every tool has one sink.
     *
     * @param sink null to end delivery
     * @param eventMask a disjunction of {@link Event#bit}; events that the configuration switches off stay off
     */
    void setRecordSink(@Nullable RecordSink sink, long eventMask);

    /** The settings in force. */
    RunSettings settings();

    /** The effective configuration, key to value, with the keys of the configuration file. */
    Map<String, String> configuration();

    /** Version of the agent. */
    String agentVersion();

    /** What cannot or shall not be observed in this run, one sentence each; grows while the application runs. */
    List<String> notObserved();

    /** What the classes loaded so far use that this run does not observe; grows while the application runs. */
    ClassScan classScan();

    /**
     * The times in which garbage collections stopped all threads while the JVM told of monitors, in earlier rounds too; {@link
     * CollectionPauses#NONE} where it does not in this one.
     *
     * @param first how many of them the caller knows already
     */
    CollectionPauses collectionPauses(long first);

    /**
     * A part of a file for reading and writing, for maps that the start of the JVM waits for: its own way initializes a part of the JDK first. The
     * file becomes as long as it has to be; the map ends when nothing refers to the buffer any more.
     *
     * @param position at the beginning of a page
     * @return null where there is no such way, as without the agent's library
     */
    @Nullable
    ByteBuffer map(FileChannel channel, long position, int sizeBytes);

    /** What failed inside the agent so far, text to count. */
    Map<String, Long> failures();

    /** The threads that are alive in the OMPT runtime now; their sink slots are not for the caller. */
    Collection<? extends OmptThread> threads();

    /** Whether this run observes the construct; what {@code define} declares is found in {@link #settings}. */
    boolean observes(Construct construct);

    /** The call site with this id as {@code pkg.Class.method(File.java:line)}, or null if there is none. */
    @Nullable
    String callSite(int codeptrRa);

    /** The code with this id that tasks or regions run, as {@code pkg.Class.method}, or null if there is none. */
    @Nullable
    String body(int body);

    /**
     * The class of the object that threads wait for under this id, by its binary name; {@code pkg.Main.class} of a class that is the object itself, and
     * {@code java.util.concurrent.ArrayBlockingQueue's ReentrantLock} of a lock that a class of the JDK has for itself, if it was seen who waited for
     * it first. Null if it is not known (any more).
     */
    @Nullable
    String waitObject(long waitId);

    /** Prints one line for the user, prefixed, on the agent's output (nothing with {@code quiet=true}). */
    void message(String line);
}
