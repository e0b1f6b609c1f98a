package org.ompt4j.apps;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** Adds up what a publisher submits. All of it, from the subscription to the end, is one task, since the subscription waits for the end. */
public final class SummingSubscriber implements Flow.Subscriber<Integer> {
    private final CountDownLatch published = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private int sum;

    private SummingSubscriber() {}

    /** Publishes two numbers, and returns their sum once the executor has run the subscriber. */
    public static int sumOfTwo(Executor executor) throws InterruptedException {
        SummingSubscriber subscriber = new SummingSubscriber();
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(executor, 2)) {
            publisher.subscribe(subscriber);
            publisher.submit(1);
            publisher.submit(2);
        }
        subscriber.published.countDown();
        subscriber.done.await();
        return subscriber.sum;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        try {
            published.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
        sum += item;
    }

    @Override
    public void onError(Throwable thrown) {
        done.countDown();
    }

    @Override
    public void onComplete() {
        done.countDown();
    }
}
