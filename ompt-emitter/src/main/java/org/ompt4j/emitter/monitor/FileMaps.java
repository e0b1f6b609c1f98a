package org.ompt4j.emitter.monitor;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import jdk.internal.ref.CleanerFactory;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.NativeLibrary;

/**
 * Maps files through the library, where that is loaded: the JDK's own way initializes so much that the first map of a JVM takes ten milliseconds and
 * more on JDK 25, which the start of every program would wait for.
 *
 * <p>Thread safety: any thread.
 */
public final class FileMaps {

    private FileMaps() {}

    /**
     * A map for reading and writing, which ends when nothing refers to the buffer any more. The file becomes as long as it has to be.
     *
     * @param channel one that stays open meanwhile
     * @param position where the map begins, at the beginning of a page
     * @return null where it cannot be had in this way
     */
    public static @Nullable ByteBuffer map(FileChannel channel, long position, int sizeBytes) {
        if (!NativeLibrary.isLoaded()) {
            return null;
        }
        ByteBuffer map = map0(channel, position, sizeBytes);
        if (map != null) {
            CleanerFactory.cleaner().register(map, new End(address0(map), sizeBytes));
        }
        return map;
    }

    private record End(long address, int sizeBytes) implements Runnable {
        @Override
        public void run() {
            unmap0(address, sizeBytes);
        }
    }

    private static native @Nullable ByteBuffer map0(FileChannel channel, long position, int sizeBytes);

    private static native long address0(ByteBuffer map);

    private static native void unmap0(long address, int sizeBytes);
}
