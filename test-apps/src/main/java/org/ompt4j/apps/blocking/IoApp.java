package org.ompt4j.apps.blocking;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Threads that block for input and output, each until the main thread ends that. */
public final class IoApp {

    /** Threads {@code contending-0} ... of {@code contended}, which accept connections at one socket. */
    public static final int ACCEPTORS = 2;

    private IoApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("socket", scale -> socket())
                .add("datagram", scale -> twice(IoApp::datagram))
                .add("selector", scale -> selector())
                .add("select-now", scale -> selectNow())
                .add("channel", scale -> channel())
                .add("process", scale -> process())
                .add("file", scale -> file())
                .add("woken", scale -> twice(IoApp::woken))
                .add("contended", scale -> twice(IoApp::contended))
                .add("timeout", scale -> twice(IoApp::timeout))
                .add("interrupt", scale -> twice(IoApp::interrupt))
                .add("exception", scale -> twice(IoApp::exception))
                .add("nested", scale -> twice(IoApp::nested))
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
            Threads.awaitNative(acceptor, "accept");
            try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
                Threads.awaitNative(acceptor, "read");
                client.getOutputStream().write(7);
                acceptor.join();
            }
        }
        return "read " + read[0];
    }

    private static String selector() throws Exception {
        try (Selector selector = Selector.open()) {
            Thread selecting = Threads.start("selecting", selector::select);
            Threads.awaitNative(selecting, "wait");
            selector.wakeup();
            selecting.join();
        }
        return "selected";
    }

    /** Never blocks. */
    private static String selectNow() throws Exception {
        try (Selector selector = Selector.open()) {
            // Loads the classes.
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
        Threads.awaitNative(reader, "read");
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
        Threads.awaitNative(reader, "read");
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

    /** Code that gives its threads names with this prefix. */
    @FunctionalInterface
    private interface ByThreads {
        String run(String prefix) throws Exception;
    }

    /** The first run loads classes, which may read files; threads of the second run block in nothing but the scenario's calls. */
    private static String twice(ByThreads body) throws Exception {
        return body.run("first-") + ", " + body.run("");
    }

    private static ServerSocket server() throws IOException {
        return new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
    }

    /** One receiver gets a packet, one no packet in time. */
    private static String datagram(String prefix) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[10], 10);
        String[] thrown = new String[1];
        InetAddress here = InetAddress.getLoopbackAddress();
        try (DatagramSocket sender = new DatagramSocket(0, here);
                DatagramSocket receiver = new DatagramSocket(0, here);
                DatagramSocket timed = new DatagramSocket(0, here)) {
            timed.setSoTimeout(1);
            Thread receiving = Threads.start(prefix + "packet-receiver", () -> receiver.receive(packet));
            Threads.awaitNative(receiving, "receive0");
            sender.send(new DatagramPacket(new byte[3], 3, receiver.getLocalSocketAddress()));
            Thread late = Threads.start(
                    prefix + "timed-receiver",
                    () -> thrown[0] = Threads.thrownBy(() -> {
                        timed.receive(packet);
                        return null;
                    }));
            Threads.join(receiving, late);
        }
        return "received " + packet.getLength() + " " + thrown[0];
    }

    private static String woken(String prefix) throws Exception {
        try (Selector selector = Selector.open()) {
            Thread selecting = Threads.start(prefix + "woken-selector", () -> selector.select());
            Threads.awaitNative(selecting, "wait");
            selector.wakeup();
            selecting.join();
        }
        return "selected";
    }

    /** One of two threads waits for a connection, the other one waits for the first one. */
    private static String contended(String prefix) throws Exception {
        int closed = 0;
        try (ServerSocket server = server()) {
            Thread[] acceptors = new Thread[ACCEPTORS];
            for (int i = 0; i < acceptors.length; i++) {
                acceptors[i] = Threads.start(
                        prefix + "contending-" + i, () -> server.accept().close());
            }
            for (int i = 0; i < acceptors.length; i++) {
                try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    closed += client.getInputStream().read();
                }
            }
            Threads.join(acceptors);
        }
        return "closed " + closed;
    }

    private static String timeout(String prefix) throws Exception {
        String[] thrown = new String[1];
        try (ServerSocket server = server();
                Selector selector = Selector.open()) {
            server.setSoTimeout(1);
            Threads.join(
                    Threads.start(prefix + "timed-acceptor", () -> thrown[0] = Threads.thrownBy(() -> server.accept())),
                    Threads.start(prefix + "timed-selector", () -> selector.select(1)));
        }
        return thrown[0];
    }

    private static String interrupt(String prefix) throws Exception {
        String[] thrown = new String[1];
        Pipe pipe = Pipe.open();
        try (Selector selector = Selector.open();
                Pipe.SinkChannel sink = pipe.sink();
                Pipe.SourceChannel source = pipe.source()) {
            Thread selecting = Threads.start(prefix + "interrupted-selector", () -> selector.select());
            Threads.awaitNative(selecting, "wait");
            selecting.interrupt();
            Thread reader = Threads.start(
                    prefix + "interrupted-reader",
                    () -> thrown[0] = Threads.thrownBy(() -> source.read(ByteBuffer.allocate(1))));
            Threads.awaitNative(reader, "read");
            reader.interrupt();
            Threads.join(selecting, reader);
            return thrown[0] + " " + sink.isOpen();
        }
    }

    /** The socket is closed while a thread waits for it. */
    private static String exception(String prefix) throws Exception {
        String[] thrown = new String[1];
        ServerSocket server = server();
        Thread acceptor =
                Threads.start(prefix + "closed-acceptor", () -> thrown[0] = Threads.thrownBy(() -> server.accept()));
        Threads.awaitNative(acceptor, "accept");
        server.close();
        acceptor.join();
        return thrown[0];
    }

    /** A socket that reads from a channel. */
    private static String nested(String prefix) throws Exception {
        int[] read = new int[1];
        try (ServerSocket server = server();
                SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
                Socket accepted = server.accept()) {
            InputStream in = channel.socket().getInputStream();
            Thread reader = Threads.start(prefix + "nested-reader", () -> read[0] = in.read());
            Threads.awaitNative(reader, "read");
            accepted.getOutputStream().write(7);
            reader.join();
        }
        return "read " + read[0];
    }
}
