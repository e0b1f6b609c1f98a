package org.ompt4j.ompt;

/**
 * Tells OMPT4J what a program does with devices other than the JVM itself, such as a library for graphics processors: found through
 * {@link java.util.ServiceLoader} on the application's class path ({@code META-INF/services/org.ompt4j.ompt.OmptDeviceMapping}). The
 * implementation has a public constructor without parameters.
 *
 * <p>A mapping observes the devices by its own means and reports events to {@link OmptDeviceEvents}, which delivers them to the
 * callbacks of all tools. If one of these methods throws, the mapping is not used, with one line; the application runs on.
 *
 * <p>Spec: none; OpenMP 5.1 leaves it to the implementation how devices are found. The events are those of sections 4.5.2.19 to 4.5.2.28.
 */
public interface OmptDeviceMapping {

    /** The name of this mapping in messages. */
    String name();

    /**
     * How much of an event the mapping reports. A tool that registers for the event gets this answer; of several mappings the strongest answer is
     * used. Called before the tools are initialized.
     *
     * @param event one of {@link Event#TARGET}, {@link Event#TARGET_DATA_OP}, {@link Event#TARGET_SUBMIT}, {@link Event#TARGET_MAP} (the
     *     answer holds for both forms), {@link Event#DEVICE_LOAD} and {@link Event#DEVICE_UNLOAD}
     */
    SetResult answer(Event event);

    /** Starts reporting. Called once, when all tools were initialized, before the first event. */
    void start(OmptDeviceEvents events);

    /** Stops reporting, since the runtime ends. Devices that still exist are finalized afterwards. */
    void finish();
}
