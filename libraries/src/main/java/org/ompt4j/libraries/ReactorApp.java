package org.ompt4j.libraries;

import org.ompt4j.apps.Scenarios;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reactor: parallel rails, and blocking calls on the elastic scheduler. */
public final class ReactorApp {
    private static final int ELEMENTS = 2_000;
    private static final int CALLS = 20;

    private ReactorApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios()
                .add("rails", ReactorApp::rails)
                .add("blocking", ReactorApp::blocking)
                .run(args);
        Schedulers.shutdownNow();
    }

    private static String rails(int scale) throws InterruptedException {
        Integer sum = Flux.range(0, ELEMENTS * scale)
                .parallel(2)
                .runOn(Schedulers.parallel())
                .map(each -> each % 7)
                .sequential()
                .reduce(0, Integer::sum)
                .block();
        Rest.pass();
        return "sum " + sum;
    }

    private static String blocking(int scale) throws InterruptedException {
        Long count = Flux.range(0, CALLS * scale)
                .flatMap(each -> Mono.fromCallable(() -> call(each)).subscribeOn(Schedulers.boundedElastic()), 4)
                .count()
                .block();
        Rest.pass();
        return "calls " + count;
    }

    private static int call(int number) throws InterruptedException {
        Thread.sleep(2);
        return number;
    }
}
