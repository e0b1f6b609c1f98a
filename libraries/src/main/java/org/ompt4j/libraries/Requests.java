package org.ompt4j.libraries;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.ompt4j.apps.Threads;

/** Two clients of a server of this process. */
public final class Requests {
    private static final int CLIENTS = 2;
    private static final int REQUESTS_EACH = 25;

    /** Requests that {@link #sendTo} sends, times the scale. */
    public static final int COUNT = CLIENTS * REQUESTS_EACH;

    /** What the server says to each. */
    static final String ANSWER = "answer";

    private Requests() {}

    /** Sends requests and returns how many were answered as they should be. */
    static String sendTo(int port, int scale) throws InterruptedException {
        int[] answered = new int[CLIENTS];
        Thread[] clients = new Thread[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            clients[i] = Threads.start("client-" + i, () -> {
                for (int n = 0; n < REQUESTS_EACH * scale; n++) {
                    answered[client] += ask(port);
                }
            });
        }
        Threads.join(clients);
        return "answered " + (answered[0] + answered[1]);
    }

    private static int ask(int port) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://localhost:" + port + "/").toURL().openConnection();
        try (InputStream body = connection.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8).equals(ANSWER) ? 1 : 0;
        }
    }
}
