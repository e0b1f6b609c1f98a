package org.ompt4j.ompt;

import java.io.FileDescriptor;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Entry points of OMPT4J that OMPT does not have: {@code lookup("ompt4j_runtime")}.
 *
 * <p>Thread safety: any thread, any time. Maps, lists and collections are not to be changed.
 *
 * <p>Spec: none, an extension of OMPT4J.
 */
public interface Ompt4jRuntime {

    /** The name under which {@link OmptFunctionLookup#lookup} returns this interface. */
    String NAME = "ompt4j_runtime";

    /**
     * Delivers the events of the mask to the sink from now on, each as a trace record. Existing definitions are delivered before this method
     * returns, or before the first event if the tool is just being initialized. Every tool has one sink.
     *
     * @param sink null to end delivery
     * @param eventMask a disjunction of {@link Event#bit}; events that the configuration switches off stay off
     */
    void setRecordSink(@Nullable RecordSink sink, long eventMask);

    /** The effective settings. */
    RunSettings settings();

    /** The effective configuration, key to value, with the keys of the configuration file. */
    Map<String, String> configuration();

    /** Version of the agent. */
    String agentVersion();

    /** What is not observed in this run, because of the settings or for another reason, one sentence each; grows while the application runs. */
    List<String> notObserved();

    /** Constructs that the classes loaded so far use and that this run does not observe; grows while the application runs. */
    ClassScan classScan();

    /**
     * The times in which garbage collections stopped all threads while the JVM reported monitors, also in earlier attach epochs; {@link
     * CollectionPauses#NONE} if the JVM does not report monitors in this one.
     *
     * @param first the number of pauses that the caller knows already
     */
    CollectionPauses collectionPauses(long first);

    /**
     * Maps a part of a file into memory for reading and writing, without the initialization of classes that the JDK's own mapping needs first, and
     * which would delay the start of the JVM. The file is extended if it is too short. The mapping ends when the buffer is no longer reachable.
     *
     * @param position in bytes, at the beginning of a page
     * @return null if this is not possible, for example without the agent's native library
     */
    @Nullable
    ByteBuffer map(FileChannel channel, long position, int sizeBytes);

    /**
     * The descriptor of an open file, for writes that need none of the direct memory of the program, as those of the channel do on JDK 17. It is closed
     * with the channel, which keeps its position.
     *
     * @return null if it is not known
     */
    @Nullable
    FileDescriptor descriptor(FileChannel channel);

    /** The failures inside the agent so far, each text with its count. */
    Map<String, Long> failures();

    /** The threads that are alive in the OMPT runtime now; the caller must not use their sink slots. */
    Collection<? extends OmptThread> threads();

    /** Whether this run observes the construct; the declarations of {@code define} are in {@link #settings}. */
    boolean observes(Construct construct);

    /** The call site with this id as {@code pkg.Class.method(File.java:line)}, or null if there is none. */
    @Nullable
    String callSite(int codeptrRa);

    /** The code with this id that tasks or regions run, as {@code pkg.Class.method}, or null if there is none. */
    @Nullable
    String body(int body);

    /**
     * The binary name of the class of the object with this wait id; {@code pkg.Main.class} if the object is a class, and {@code
     * java.util.concurrent.ArrayBlockingQueue's ReentrantLock} for an internal lock of a JDK class, if the first wait for it was in that class.
     * Null if the class is not known, or no longer known.
     */
    @Nullable
    String waitObject(long waitId);

    /** Prints one line for the user on the agent's output, with the agent's prefix; prints nothing with {@code quiet=true}. */
    void message(String line);
}
