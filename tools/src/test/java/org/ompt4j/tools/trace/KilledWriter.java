package org.ompt4j.tools.trace;

import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;

/**
 * Writes numbered events on several threads, fewer than would fill the buffers of a slow disk, and waits to be killed. Another file has the number
 * of the last event of each thread.
 */
final class KilledWriter {
    static final int THREADS = 3;
    /** The distance between the numbers of two threads, so that they are in different cache lines. */
    static final int PROGRESS_BYTES = 128;

    private static final int EVENTS = 1_000_000;

    private KilledWriter() {}

    /** Arguments: the trace, and the file with one number for each thread. */
    public static void main(String[] args) throws Exception {
        TestRuntime runtime = TestRuntime.writing(Path.of(args[0]), "trace");
        if (!runtime.start(new TraceTool())) {
            throw new IllegalStateException(runtime.messages.toString());
        }
        try (RandomAccessFile file = new RandomAccessFile(args[1], "rw")) {
            MappedByteBuffer progress =
                    file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, THREADS * PROGRESS_BYTES);
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                new Thread(() -> write(runtime.events(), number, progress)).start();
            }
        }
    }

    private static void write(EventCalls sink, int number, MappedByteBuffer progress) {
        TestThread thread = new TestThread(number + 1);
        for (int event = 1; event <= EVENTS; event++) {
            sink.mutexAcquired(thread, System.nanoTime(), Construct.SYNCHRONIZED, MutexKind.CRITICAL, event, event & 3);
            progress.putInt(number * PROGRESS_BYTES, event);
        }
        while (true) {
            LockSupport.park();
        }
    }
}
