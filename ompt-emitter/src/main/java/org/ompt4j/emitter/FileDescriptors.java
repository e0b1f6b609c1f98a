package org.ompt4j.emitter;

import java.io.FileDescriptor;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** Finds the descriptors of open files. Thread safety: any thread. */
public final class FileDescriptors {
    private static final String CHANNEL = "sun.nio.ch.FileChannelImpl";

    private FileDescriptors() {}

    private static final class Fd {
        static final @Nullable Class<?> CHANNELS = Memory.jdkClass(CHANNEL);
        static final long OFFSET = Memory.fieldOffset(CHANNELS, "fd");
    }

    /** The descriptor with which the channel was opened; null if this JDK keeps it elsewhere, or the channel is not of the JDK. */
    public static @Nullable FileDescriptor of(FileChannel channel) {
        if (Fd.OFFSET == Memory.NO_FIELD || channel.getClass() != Fd.CHANNELS) {
            return null;
        }
        Object descriptor = Memory.UNSAFE.getReference(channel, Fd.OFFSET);
        return descriptor instanceof FileDescriptor found && found.valid() ? found : null;
    }
}
