package org.ompt4j.libraries;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.apps.Scenarios;
import scala.concurrent.Await;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.duration.Duration;

/** Scala's futures on the global execution context. */
public final class ScalaFuturesApp {
    private static final int FUTURES = 500;

    private ScalaFuturesApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios().add("futures", ScalaFuturesApp::futures).run(args);
    }

    private static String futures(int scale) throws Exception {
        ExecutionContext global = ExecutionContext.global();
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < FUTURES * scale; i++) {
            int number = i;
            all.add(Future.apply(() -> number % 7, global).map(each -> each + 1, global));
        }
        long sum = 0;
        for (Future<Integer> each : all) {
            sum += Await.result(each, Duration.Inf());
        }
        Rest.pass();
        return "sum " + sum;
    }
}
