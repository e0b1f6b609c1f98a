package org.ompt4j.tools.read;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.UnaryOperator;
import org.ompt4j.tools.trace.IoReason;

/** Opens trace files. */
public final class Traces {
    private Traces() {}

    /**
     * Opens a trace and reads its header and definitions. A trace that is being written, or whose JVM was killed, is found by its intended
     * name.
     *
     * <p>A trace that was truncated, or whose JVM was killed, is read up to its last valid event, see {@link Trace#losses}.
     *
     * @throws TraceFormatException if the file is not a trace that this version can read
     */
    public static Trace open(Path path) throws IOException {
        return open(path, UnaryOperator.identity());
    }

    /**
     * Like {@link #open(Path)}, but converts texts for display.
     *
     * @param shown converts each text that the observed program could choose: names of threads and classes, messages, settings
     */
    public static Trace open(Path path, UnaryOperator<String> shown) throws IOException {
        Path unnamed = Spools.forMissing(path);
        FileTrace trace = openFile(unnamed == null ? path : unnamed, shown);
        if (trace.spool().isEmpty()) {
            return trace;
        }
        trace.close();
        Path spool = Spools.beside(path, trace.spool());
        return openFile(spool == null ? nowNamed(path, trace.spool()) : spool, shown);
    }

    /** The file of a trace whose run has ended, and which got its name, since the name was read. */
    private static Path nowNamed(Path path, String spool) throws IOException {
        try (FileTrace again = openFile(path, UnaryOperator.identity())) {
            if (again.spool().isEmpty()) {
                return path;
            }
        }
        throw new TraceFormatException(path + ": is the name of a trace that was written beside it, in " + spool
                + ", and is not there any more; see what the agent said when the program ended");
    }

    static FileTrace openFile(Path path, UnaryOperator<String> shown) throws IOException {
        if (!Files.exists(path)) {
            throw new TraceFormatException(path + ": there is no such file; give the trace that the agent wrote");
        }
        if (Files.isDirectory(path)) {
            throw new TraceFormatException(path + ": is a directory; give a trace file in it");
        }
        if (!Files.isRegularFile(path)) {
            throw new TraceFormatException(
                    path + ": is no regular file but a pipe, a device or the like; copy the trace into a file");
        }
        if (!Files.isReadable(path)) {
            throw new TraceFormatException(
                    path
                            + ": cannot be read by this user; traces are readable by their owner only, change the permissions or the user");
        }
        FileChannel channel = openChannel(path);
        try {
            return new FileTrace(new Source(channel, path), shown);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileChannel openChannel(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            throw new TraceFormatException(path + ": cannot be opened (" + IoReason.of(e) + ")", e);
        }
    }
}
