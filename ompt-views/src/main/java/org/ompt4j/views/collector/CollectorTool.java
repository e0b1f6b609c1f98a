package org.ompt4j.views.collector;

/**
 * A collector: a tool that uses the Collector API. {@link java.util.ServiceLoader} finds it on the application's class path and in
 * the jars of {@code OMP_TOOL_LIBRARIES}; the implementation has a public constructor without parameters.
 *
 * <p>Spec: Collector API, "Rendezvous strategy". A shared object's init and fini sections are the two methods here.
 */
public interface CollectorTool {

    /**
     * Called once before {@code main}. The function that a collector in C gets from the runtime linker is passed as an argument. The collector may
     * send its first request now, later or never.
     */
    void init(OmpCollectorApi api);

    /** Called once at the end of the run, after the last event; the result of every later request is that it is out of sequence. */
    default void fini() {}
}
