package org.ompt4j.agent.run;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.trace.OwnerOnly;

/**
 * The environment variable {@code OMP_TOOL_VERBOSE_INIT}, which says where messages about the search for tools are written: {@code disabled}, {@code
 * stdout}, {@code stderr}, or the name of a file. Lines on the standard streams have the agent's prefix.
 *
 * <p>Spec: OpenMP 5.1, section 6.20.
 */
final class VerboseInit {

    static final String VARIABLE = "OMP_TOOL_VERBOSE_INIT";

    private final @Nullable PrintStream stream;
    private final String prefix;

    private VerboseInit(@Nullable PrintStream stream, String prefix) {
        this.stream = stream;
        this.prefix = prefix;
    }

    static VerboseInit of(@Nullable String value, AgentOutput output) {
        String word = value == null ? "" : value.trim().toLowerCase(Locale.ROOT);
        switch (word) {
            case "":
            case "disabled":
                return new VerboseInit(null, "");
            case "stdout":
                return new VerboseInit(System.out, OneLine.PREFIX);
            case "stderr":
                return new VerboseInit(System.err, OneLine.PREFIX);
            default:
                return toFile(String.valueOf(value).trim(), output);
        }
    }

    private static VerboseInit toFile(String fileName, AgentOutput output) {
        File existing = new File(fileName);
        if (existing.exists() && !existing.isFile()) {
            // Opening a pipe would wait for a reader.
            output.say(VARIABLE + ": cannot write " + fileName + " (it is no regular file)");
            return new VerboseInit(null, "");
        }
        try {
            return new VerboseInit(new PrintStream(OwnerOnly.appendTo(existing), true, StandardCharsets.UTF_8), "");
        } catch (IOException | InvalidPathException e) {
            output.say(VARIABLE + ": cannot write " + fileName + " (" + e.getMessage() + ")");
            return new VerboseInit(null, "");
        }
    }

    boolean isOnStderr() {
        return stream != null && stream == System.err;
    }

    void say(String line) {
        if (stream != null) {
            stream.println(prefix.concat(OneLine.of(line)));
        }
    }
}
