package org.ompt4j.e2e;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A Java development kit or runtime on this machine.
 *
 * @param major feature release, such as 17
 * @param version the version in its {@code release} file, such as {@code 17.0.15}
 */
record Jdk(Path home, int major, String version) {

    /** The launcher. */
    Path java() {
        return tool("java");
    }

    /** The path of a tool in its {@code bin} directory, which may not exist. */
    Path tool(String name) {
        Path plain = home.resolve("bin").resolve(name);
        return Files.exists(plain) ? plain : home.resolve("bin").resolve(name + ".exe");
    }

    boolean hasVirtualThreads() {
        return major >= 21;
    }

    /** Whether a program can have a security manager, as up to JDK 23. */
    boolean hasSecurityManagers() {
        return major < 24;
    }

    @Override
    public String toString() {
        return "JDK " + version;
    }
}
