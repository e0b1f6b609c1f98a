package org.ompt4j.libraries;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import org.ompt4j.apps.Scenarios;

/** Vert.x: a server whose answers come from its pool for code that blocks. */
public final class VertxApp {

    private VertxApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios().add("server", VertxApp::server).run(args);
    }

    private static String server(int scale) throws Exception {
        Vertx vertx = Vertx.vertx();
        HttpServer server = vertx.createHttpServer()
                .requestHandler(request -> vertx.executeBlocking(VertxApp::call)
                        .onSuccess(answer -> request.response().end(answer)))
                .listen(0)
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        String result = Requests.sendTo(server.actualPort(), scale);
        Rest.pass();
        Future<Void> closed = vertx.close();
        closed.toCompletionStage().toCompletableFuture().get();
        return result;
    }

    private static String call() throws InterruptedException {
        Thread.sleep(2);
        return Requests.ANSWER;
    }
}
