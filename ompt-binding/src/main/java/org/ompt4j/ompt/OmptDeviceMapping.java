package org.ompt4j.ompt;

/**
 * Tells OMPT4J what a program does with devices other than the JVM itself, such as a library for graphics processors: found through
 * {@link java.util.ServiceLoader} on the application's class path ({@code META-INF/services/org.ompt4j.ompt.OmptDeviceMapping}). The
 * implementation has a public constructor without parameters.
 *
 * <p>It watches the devices by its own means and says what happens in the terms of {@link OmptDeviceEvents}, which reaches the
 * callbacks of all tools. What it throws in these methods leaves it out, with one line; the application runs on.
 *
 * <p>Spec: none; OpenMP 5.1 leaves to the implementation where it hears of devices. The events are those of sections 4.5.2.19 to 4.5.2.28.
 */
public interface OmptDeviceMapping {

    /** What messages call this mapping. */
    String name();

    /**
     * How much of an event the mapping reports, which is what tools are answered that register for it; the most promising mapping counts.
     * Called before the tools are initialized.
     *
     * @param event one of {@link Event#TARGET}, {@link Event#TARGET_DATA_OP}, {@link Event#TARGET_SUBMIT}, {@link Event#TARGET_MAP} (the
     *     answer holds for both forms), {@link Event#DEVICE_LOAD} and {@link Event#DEVICE_UNLOAD}
     */
    SetResult answer(Event event);

    /** Starts reporting. Called once, when all tools were initialized, before the first event. */
    void start(OmptDeviceEvents events);

    /** Stops reporting: the runtime ends. Devices that are still there end afterwards. */
    void finish();
}
