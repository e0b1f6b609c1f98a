package org.ompt4j.apps.blocking;

import java.io.FileInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Threads that block for input and output, each until the main thread lets it go. */
public final class IoApp {

    private IoApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("socket", scale -> socket())
                .add("selector", scale -> selector())
                .add("select-now", scale -> selectNow())
                .add("channel", scale -> channel())
                .add("process", scale -> process())
                .add("file", scale -> file())
                .run(args);
    }

    private static String socket() throws Exception {
        int[] read = new int[1];
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread acceptor = Threads.start("acceptor", () -> {
                try (Socket accepted = server.accept()) {
                    read[0] = accepted.getInputStream().read();
                }
            });
            awaitNative(acceptor, "accept");
            try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
                awaitNative(acceptor, "read");
                client.getOutputStream().write(7);
                acceptor.join();
            }
        }
        return "read " + read[0];
    }

    private static String selector() throws Exception {
        try (Selector selector = Selector.open()) {
            Thread selecting = Threads.start("selecting", selector::select);
            awaitNative(selecting, "wait");
            selector.wakeup();
            selecting.join();
        }
        return "selected";
    }

    /** Never blocks. */
    private static String selectNow() throws Exception {
        try (Selector selector = Selector.open()) {
            // Loads what it takes.
            selector.selectNow();
            Threads.start("selecting-now", selector::selectNow).join();
        }
        return "selected";
    }

    private static String channel() throws Exception {
        Pipe pipe = Pipe.open();
        Thread reader = Threads.start("channel-reader", () -> {
            try (Pipe.SourceChannel source = pipe.source()) {
                source.read(ByteBuffer.allocate(1));
            }
        });
        awaitNative(reader, "read");
        try (Pipe.SinkChannel sink = pipe.sink()) {
            sink.write(ByteBuffer.wrap(new byte[] {1}));
            reader.join();
        }
        return "read";
    }

    private static String process() throws Exception {
        Process echo = new ProcessBuilder("cat").start();
        int[] read = new int[1];
        Thread reader = Threads.start("process-reader", () -> {
            try (InputStream in = echo.getInputStream()) {
                read[0] = in.read();
            }
        });
        awaitNative(reader, "read");
        Thread waiter = Threads.start("process-waiter", echo::waitFor);
        Threads.awaitState(waiter, Thread.State.WAITING);
        try (OutputStream out = echo.getOutputStream()) {
            out.write(5);
        }
        reader.join();
        waiter.join();
        return "read " + read[0] + ", exit code " + echo.exitValue();
    }

    private static String file() throws Exception {
        Path file = Files.createTempFile("io-app", null);
        Threads.start("file-user", () -> {
                    try (RandomAccessFile both = new RandomAccessFile(file.toFile(), "rw")) {
                        both.write(new byte[] {1, 2});
                        both.seek(0);
                        both.read();
                    }
                    try (FileInputStream in = new FileInputStream(file.toFile())) {
                        in.read(new byte[2]);
                    }
                })
                .join();
        Files.delete(file);
        return "written and read";
    }

    /** Returns once the thread is in native code of the JDK's input and output below a method whose name has this in it. */
    static void awaitNative(Thread thread, String name) {
        while (!isInNative(thread.getStackTrace(), name)) {
            Thread.yield();
        }
    }

    /** A class that is loaded on the way there takes natives too, of files among others. */
    private static boolean isInNative(StackTraceElement[] stack, String name) {
        return stack.length > 0
                && stack[0].isNativeMethod()
                && stack[0].getClassName().matches("(sun\\.nio|java\\.io|java\\.net)\\..*")
                && hasMethod(stack, name)
                && !hasMethod(stack, "loadclass")
                && !hasMethod(stack, "transform")
                && !hasMethod(stack, "<clinit>");
    }

    private static boolean hasMethod(StackTraceElement[] stack, String name) {
        for (StackTraceElement each : stack) {
            if (each.getMethodName().toLowerCase(java.util.Locale.ROOT).contains(name)) {
                return true;
            }
        }
        return false;
    }
}
