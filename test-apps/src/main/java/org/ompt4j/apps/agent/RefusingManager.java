package org.ompt4j.apps.agent;

import java.security.Permission;

/** A security manager that refuses one permission to all code: to read or write files whose path begins with the text in a system property. */
@SuppressWarnings("removal")
public final class RefusingManager extends SecurityManager {
    /** Names the system property: {@code read} or {@code write}, a space, and the beginning of the path. */
    public static final String REFUSED = "ompt.test.refused";

    private final String refused = System.getProperty(REFUSED, "nothing");

    @Override
    public void checkPermission(Permission permission) {
        // All other permissions are granted.
    }

    @Override
    public void checkRead(String file) {
        check("read " + file);
    }

    @Override
    public void checkWrite(String file) {
        check("write " + file);
    }

    private void check(String access) {
        if (access.startsWith(refused)) {
            throw new SecurityException("refused: " + access);
        }
    }
}
