package org.ompt4j.libraries;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.ompt4j.apps.Scenarios;

/** Jetty: requests that wait a little, on the threads of its pool and on virtual ones. */
public final class JettyApp {

    private JettyApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios()
                .add("pool", scale -> serve(scale, false))
                .add("virtual", scale -> serve(scale, Runtime.version().feature() >= 21))
                .run(args);
    }

    private static String serve(int scale, boolean virtual) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(8);
        if (virtual) {
            pool.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        }
        Server server = new Server(pool);
        ServerConnector connector = new ServerConnector(server);
        server.addConnector(connector);
        server.setHandler(new Answer());
        server.start();
        String result = Requests.sendTo(
                URI.create("http://localhost:" + connector.getLocalPort()).getPort(), scale);
        Rest.pass();
        server.stop();
        return result;
    }

    private static final class Answer extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Thread.sleep(2);
            response.write(true, ByteBuffer.wrap(Requests.ANSWER.getBytes(StandardCharsets.UTF_8)), callback);
            return true;
        }
    }
}
