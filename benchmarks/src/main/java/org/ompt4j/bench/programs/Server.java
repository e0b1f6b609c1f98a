package org.ompt4j.bench.programs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Threads;

/**
 * The JDK's HTTP server with an executor for requests, and clients in the same JVM. Each client uses one connection and sends its next request
 * after the response to the last one. A request computes for some microseconds and increments a counter under a lock.
 */
final class Server implements Workload {
    private static final int CLIENTS = 4;
    private static final int REQUESTS_PER_CLIENT = 400;
    private static final int WORK = 6_000;
    private static final int ANSWER_BYTES = 1_024;
    private static final byte[] REQUEST =
            "GET /work HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final HttpServer server;
    private final Executor executor;
    private final Client[] clients = new Client[CLIENTS];
    private final ReentrantLock lock = new ReentrantLock();
    private long served;

    Server(Executor executor) throws IOException {
        // Without this setting the body of a response waits until its header was acknowledged.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        this.executor = executor;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(executor);
        server.createContext("/work", this::answer);
        server.start();
        for (int i = 0; i < CLIENTS; i++) {
            clients[i] = new Client(server.getAddress());
        }
    }

    @Override
    public void round() throws InterruptedException {
        Thread[] threads = new Thread[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            threads[i] = Threads.start("client-" + i, clients[i]::sendRequests);
        }
        Threads.join(threads);
        lock.lock();
        try {
            if (served % (CLIENTS * REQUESTS_PER_CLIENT) != 0) {
                throw new IllegalStateException(served + " requests were served");
            }
        } finally {
            lock.unlock();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = new byte[ANSWER_BYTES];
        body[0] = (byte) Work.steps(WORK, 1);
        lock.lock();
        try {
            served++;
        } finally {
            lock.unlock();
        }
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() throws IOException {
        for (Client each : clients) {
            each.socket.close();
        }
        server.stop(0);
        if (executor instanceof ExecutorService service) {
            service.shutdown();
        }
    }

    private static final class Client {
        private final Socket socket;
        private final InputStream in;

        Client(InetSocketAddress address) throws IOException {
            socket = new Socket(address.getAddress(), address.getPort());
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        }

        void sendRequests() throws IOException {
            for (int i = 0; i < REQUESTS_PER_CLIENT; i++) {
                socket.getOutputStream().write(REQUEST);
                skipHead();
                in.skipNBytes(ANSWER_BYTES);
            }
        }

        /** Reads the header up to the empty line. */
        private void skipHead() throws IOException {
            int newlines = 0;
            while (newlines < 2) {
                int next = in.read();
                if (next < 0) {
                    throw new EOFException("the server has closed the connection");
                }
                if (next == '\n') {
                    newlines++;
                } else if (next != '\r') {
                    newlines = 0;
                }
            }
        }
    }
}
