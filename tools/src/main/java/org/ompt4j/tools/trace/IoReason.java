package org.ompt4j.tools.trace;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The reason of a file's failure in a few words, since the message of such an exception is often only the name of the file. */
public final class IoReason {
    private IoReason() {}

    public static String of(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (e instanceof FileSystemException failed && failed.getReason() != null) {
            return failed.getReason();
        }
        String text = e.getMessage();
        return text == null ? e.getClass().getSimpleName() : text;
    }
}
