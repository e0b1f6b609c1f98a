package org.ompt4j.libraries;

import java.util.ArrayList;
import java.util.List;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Deferred;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.future.FutureKt;
import org.ompt4j.apps.Scenarios;

/** Kotlin's coroutines: some of them on the default dispatcher, awaited by a thread. */
public final class CoroutinesApp {
    /** Coroutines that are started, times the scale. */
    public static final int COROUTINES = 500;

    private CoroutinesApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios().add("coroutines", CoroutinesApp::coroutines).run(args);
    }

    private static String coroutines(int scale) throws InterruptedException {
        List<Deferred<Integer>> all = new ArrayList<>();
        for (int i = 0; i < COROUTINES * scale; i++) {
            int number = i;
            all.add(BuildersKt.async(
                    GlobalScope.INSTANCE,
                    Dispatchers.getDefault(),
                    CoroutineStart.DEFAULT,
                    (scope, continuation) -> number % 7));
        }
        long sum = 0;
        for (Deferred<Integer> each : all) {
            sum += FutureKt.asCompletableFuture(each).join();
        }
        Rest.pass();
        return "sum " + sum;
    }
}
