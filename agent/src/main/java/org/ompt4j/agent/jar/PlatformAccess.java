package org.ompt4j.agent.jar;

import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * The things that only the JDK's own packages offer. The implementation, {@code JdkInternals}, is loaded by a class loader
 * of its own, so that those packages are opened to that loader's module alone and never to the application's.
 */
public interface PlatformAccess {

    /**
     * Defines a class of the name that its class file says.
     *
     * @param bytes have the class file from {@code offset} on
     * @param neighbour a class of the loader and the origin that the new one gets; null for the bootstrap loader, in which its
     *     supertypes must be already
     * @throws LinkageError if the loader has a class of that name
     */
    Class<?> defineClass(byte[] bytes, int offset, int length, @Nullable Class<?> neighbour);

    /**
     * Loads a library for the native methods of a class of the bootstrap loader, for which the JVM prints no warning.
     *
     * @return whether it was loaded
     * @throws LinkageError if it cannot be; the message says why
     */
    boolean loadLibrary(Class<?> declaring, File file);

    /** Sets what other processes of the same user can read of this JVM; the application does not see it. */
    void setAgentProperty(String key, String value);

    /** Whether the JVM records what it loads in order to write it, linked, into a cache at its end (JDK 24 and later). */
    boolean recordsForAotCache();

    /** Sets one of those back to nothing. */
    void removeAgentProperty(String key);

    /** What was set, or null. */
    @Nullable
    String agentProperty(String key);

    /** Runs an action when the JVM shuts down, after all shutdown hooks of the application have returned. */
    void afterShutdownHooks(Runnable action);
}
