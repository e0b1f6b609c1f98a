package org.ompt4j.tools.trace;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Maps a file through {@code java.lang.foreign}, for the maps during start-up on JDK 22 and later if the agent's native library is not
 * available.
 *
 * <p>There the first {@link FileChannel#map(FileChannel.MapMode, long, long)} of a JVM makes its buffer by reflection, which on JDK 25 spins
 * some forty classes of {@code java.lang.invoke}: 64 ms of a hello world, on the thread that starts the JVM; this way takes 18, measured
 * on the same machine in the same runs. It goes by method handles, since the code is compiled for 17. A buffer from here checks with every
 * access that its memory is still mapped, so that maps which are made later, by the thread that prepares chunks, are ordinary ones. A
 * thread that maps something early would hide the same time on a second processor, but make two threads initialize the JDK's method handles
 * at once in every start.
 *
 * <p>The memory is unmapped when nothing refers to the buffer any more, as with an ordinary map.
 */
final class SegmentMapping {
    private static final int SINCE = 22;

    private SegmentMapping() {}

    /** A map for reading and writing; null if the JDK does not support it or it failed for any reason. */
    static @Nullable ByteBuffer map(FileChannel channel, long position, int sizeBytes) {
        if (Runtime.version().feature() < SINCE) {
            return null;
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> arena = Class.forName("java.lang.foreign.Arena");
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            MethodHandle ofAuto = lookup.findStatic(arena, "ofAuto", MethodType.methodType(arena));
            MethodHandle map = lookup.findVirtual(
                    FileChannel.class,
                    "map",
                    MethodType.methodType(segment, FileChannel.MapMode.class, long.class, long.class, arena));
            MethodHandle asByteBuffer =
                    lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class));
            Object mapped = map.invoke(
                    channel, FileChannel.MapMode.READ_WRITE, position, (long) sizeBytes, (Object) ofAuto.invoke());
            return (ByteBuffer) asByteBuffer.invoke((Object) mapped);
        } catch (Throwable notThisWay) {
            return null;
        }
    }
}
