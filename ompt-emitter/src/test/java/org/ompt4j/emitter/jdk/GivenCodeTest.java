package org.ompt4j.emitter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.Definitions;

class GivenCodeTest {

    @Test
    void whatAFutureWasGivenIsFoundAlsoBehindTheJdksAdapter() {
        Callable<String> callable = () -> "done";
        Runnable runnable = () -> {};

        assertThat(GivenCode.of(new FutureTask<>(callable))).isSameAs(callable);
        assertThat(GivenCode.of(new FutureTask<>(runnable, "done"))).isSameAs(runnable);
        assertThat(GivenCode.of(runnable)).isSameAs(runnable);
    }

    /** Is subscribed, and does nothing. */
    private static class Subscriber implements Flow.Subscriber<String> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {}

        @Override
        public void onNext(String item) {}

        @Override
        public void onError(Throwable thrown) {}

        @Override
        public void onComplete() {}
    }

    private static final class RunnableSubscriber extends Subscriber implements Runnable {
        @Override
        public void run() {}
    }

    /** What a publisher gives to its executor for a subscriber. */
    private static Object taskFor(Flow.Subscriber<String> subscriber) {
        List<Runnable> given = new ArrayList<>();
        try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>(given::add, 1)) {
            publisher.subscribe(subscriber);
        }
        return given.get(0);
    }

    @Test
    void taskOfAPublisherIsForItsSubscriber() {
        Subscriber subscriber = new Subscriber();

        assertThat(GivenCode.of(taskFor(subscriber))).isSameAs(subscriber);
        assertThat(Definitions.bodyText(Bodies.of(subscriber))).isEqualTo(Subscriber.class.getName() + ".onNext");
    }

    @Test
    void subscriberThatRunsAsATaskItselfIsNotTakenForThat() {
        RunnableSubscriber both = new RunnableSubscriber();

        assertThat(GivenCode.of(taskFor(both))).isNotSameAs(both);
        assertThat(Definitions.bodyText(Bodies.of(both))).isEqualTo(RunnableSubscriber.class.getName() + ".run");
    }

    @Test
    void whatAFutureRunsCanBeAFuture() throws Exception {
        FutureTask<String> inner = new FutureTask<>(() -> "done");
        FutureTask<String> outer = new FutureTask<>(inner, null);

        assertThat(GivenCode.in(outer)).isSameAs(inner);
        outer.run();
        assertThat(inner.get()).isEqualTo("done");
        assertThat(GivenCode.in(outer)).as("after it has run").isNull();
    }
}
