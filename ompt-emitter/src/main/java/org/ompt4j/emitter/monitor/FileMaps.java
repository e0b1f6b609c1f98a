package org.ompt4j.emitter.monitor;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import jdk.internal.ref.CleanerFactory;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.NativeLibrary;

/**
 * Maps files through the native library, if that is loaded. The JDK's own method initializes so many classes that on JDK 25 the first map of a JVM
 * takes ten milliseconds and more, which would delay the start of every program.
 *
 * <p>Thread safety: any thread.
 */
public final class FileMaps {

    private FileMaps() {}

    /**
     * Maps a part of a file for reading and writing, until nothing refers to the buffer any more. The file is extended if necessary.
     *
     * @param channel must stay open during the call
     * @param position the offset of the map in the file, a multiple of the page size
     * @return null if the file cannot be mapped in this way
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
