package org.ompt4j.agent.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.control.AttachAnswer;
import org.ompt4j.agent.control.ControlRequest;
import org.ompt4j.agent.control.TopRequest;
import org.ompt4j.agent.live.LiveMailbox;
import org.ompt4j.agent.live.LiveWindow;
import org.ompt4j.agent.live.WindowText;
import org.ompt4j.tools.trace.ReadingHint;

/**
 * The windows that the agent in another process writes, see {@link LiveMailbox}. One request is sent to that process; each window is removed when
 * it is read.
 *
 * <p>Thread safety: one thread at a time; {@link #close} any thread.
 */
final class TopFeed implements AutoCloseable {
    private final long pid;
    private final File directory;

    private TopFeed(long pid, File directory) {
        this.pid = pid;
        this.directory = directory;
    }

    /** Requests the windows from the agent in that process. */
    static TopFeed open(long pid, long intervalNanos) throws IOException {
        try (TargetJvm jvm = TargetJvm.connect(pid)) {
            if (jvm.agentProperty(ControlRequest.AGENT_PROPERTY) == null) {
                throw new IOException("process " + pid + " runs without the agent, nothing was changed; to watch it: "
                        + ReadingHint.ofAttach(pid, "tool=none") + ", and then top " + pid);
            }
            String id = UUID.randomUUID().toString();
            AttachAnswer answer = AttachAnswer.parse(jvm.request(id, TopRequest.text(id, intervalNanos)));
            if (!answer.done()) {
                throw new IOException("process " + pid + " cannot be watched: " + String.join("; ", answer.lines()));
            }
            return of(pid, new File(answer.lines().get(0)));
        }
    }

    /** A feed from a directory that an agent has created. */
    static TopFeed of(long pid, File directory) throws IOException {
        if (!directory.isDirectory()) {
            throw new IOException("process " + pid + " writes what is seen to " + directory
                    + ", which this command cannot see; run it where that process runs");
        }
        return new TopFeed(pid, directory);
    }

    /** The next window; null if there is none yet. */
    @Nullable
    LiveWindow poll() throws IOException {
        Path window = directory.toPath().resolve(LiveMailbox.WINDOW);
        String text;
        try {
            text = Files.readString(window);
        } catch (NoSuchFileException notYet) {
            return null;
        }
        // If the agent ends meanwhile, it removes the file itself.
        Files.deleteIfExists(window);
        LiveWindow parsed = WindowText.parse(text);
        if (parsed == null) {
            throw new IOException(
                    "process " + pid + " runs an agent of another version; run this command with that agent's jar");
        }
        return parsed;
    }

    /** Whether the process still exists. */
    boolean isAlive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /** Tells the agent in that process to stop. */
    @Override
    public void close() {
        LiveMailbox.remove(directory);
    }
}
