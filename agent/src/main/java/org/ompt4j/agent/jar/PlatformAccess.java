package org.ompt4j.agent.jar;

import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * Operations that only internal packages of the JDK offer. The implementation, {@code JdkInternals}, is loaded by a class loader
 * of its own, so that those packages are opened to the module of that loader only, and never to that of the application.
 */
public interface PlatformAccess {

    /**
     * Defines a class under the name in its class file.
     *
     * @param bytes contain the class file from {@code offset} on
     * @param neighbour a class whose loader and protection domain the new class gets; null for the bootstrap loader, which must have its
     *     supertypes already
     * @throws LinkageError if the loader already has a class of that name
     */
    Class<?> defineClass(byte[] bytes, int offset, int length, @Nullable Class<?> neighbour);

    /**
     * Loads a library for the native methods of a class of the bootstrap loader, without a warning of the JVM.
     *
     * @return whether it was loaded
     * @throws LinkageError if it cannot be loaded; the message says why
     */
    boolean loadLibrary(Class<?> declaring, File file);

    /** Sets an agent property, which other processes of the same user can read; the application does not see it. */
    void setAgentProperty(String key, String value);

    /** Whether the JVM records what it loads in order to write it, linked, into a cache at its end (JDK 24 and later). */
    boolean recordsForAotCache();

    /** Removes an agent property. */
    void removeAgentProperty(String key);

    /** The value of an agent property; null if it is not set. */
    @Nullable
    String agentProperty(String key);

    /** Runs an action when the JVM shuts down, after all shutdown hooks of the application have returned. */
    void afterShutdownHooks(Runnable action);
}
