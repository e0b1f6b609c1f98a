package org.ompt4j.emitter;

/**
 * Whether the library {@code ompt4j-monitors} is loaded. {@link CpuClock} and {@link org.ompt4j.emitter.monitor.FileMaps} need no more; {@link
 * org.ompt4j.emitter.monitor.JvmMonitors} needs the JVM's tool interface too.
 *
 * <p>Thread safety: any thread.
 */
public final class NativeLibrary {
    private static volatile boolean loaded;

    private NativeLibrary() {}

    /** It is loaded, and stays so. */
    public static void hasBeenLoaded() {
        loaded = true;
    }

    /** Whether native methods can be called. */
    public static boolean isLoaded() {
        return loaded;
    }
}
