package org.ompt4j.emitter;

/**
 * Knows whether the library {@code ompt4j-monitors} is loaded. {@link CpuClock} and {@link org.ompt4j.emitter.monitor.FileMaps} need only the
 * library; {@link org.ompt4j.emitter.monitor.JvmMonitors} also needs the JVM's tool interface.
 *
 * <p>Thread safety: any thread.
 */
public final class NativeLibrary {
    private static volatile boolean loaded;

    private NativeLibrary() {}

    /** The library was loaded; it is never unloaded. */
    public static void hasBeenLoaded() {
        loaded = true;
    }

    /** Whether native methods can be called. */
    public static boolean isLoaded() {
        return loaded;
    }
}
