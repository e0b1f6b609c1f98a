package org.ompt4j.agent.live;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.ompt4j.tools.trace.OwnerOnly;

/**
 * The directory through which the command {@code top} gets windows. Only its owner can access it. It has one file at a time, which the command
 * deletes. If the directory was removed, or a window is not taken for {@link #TIMEOUT_NANOS}, the watch ends: so a command that was killed has no
 * lasting cost.
 *
 * <p>Thread safety: only for the thread of the watch.
 */
public final class LiveMailbox implements LiveWatch.Taker {
    /** The file in the directory. */
    public static final String WINDOW = "window";

    /** How long a window may remain in the directory, in nanoseconds. */
    public static final long TIMEOUT_NANOS = 10_000_000_000L;

    private static final String UNFINISHED = "new";

    private final File directory;
    private final File window;
    private long putNanos;

    private LiveMailbox(File directory) {
        this.directory = directory;
        this.window = new File(directory, WINDOW);
    }

    /**
     * Creates such a directory in the directory for temporary files.
     *
     * @param id unique, and not to be guessed
     */
    static LiveMailbox make(String id) throws IOException {
        File directory = new File(System.getProperty("java.io.tmpdir", "."), "ompt4j-top-".concat(id));
        OwnerOnly.createDirectory(directory);
        return new LiveMailbox(directory.getAbsoluteFile());
    }

    File directory() {
        return directory;
    }

    @Override
    public boolean take(LiveWindow seen) {
        if (window.exists()) {
            return System.nanoTime() - putNanos < TIMEOUT_NANOS;
        }
        File unfinished = new File(directory, UNFINISHED);
        try (OutputStream out = new FileOutputStream(unfinished)) {
            out.write(WindowText.of(seen).getBytes(StandardCharsets.UTF_8));
        } catch (IOException goneOrFull) {
            return false;
        }
        putNanos = System.nanoTime();
        return unfinished.renameTo(window);
    }

    @Override
    public void end() {
        remove(directory);
    }

    /** Removes a directory that this class created, with its content; does nothing if it does not exist. */
    public static void remove(File directory) {
        for (String each : new String[] {WINDOW, UNFINISHED, ""}) {
            File file = each.isEmpty() ? directory : new File(directory, each);
            if (!file.delete() && file.exists()) {
                return;
            }
        }
    }
}
