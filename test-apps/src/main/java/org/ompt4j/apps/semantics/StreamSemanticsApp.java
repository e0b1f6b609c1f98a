package org.ompt4j.apps.semantics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** The specified behaviour of parallel streams and of the parallel operations of arrays and maps. */
public final class StreamSemanticsApp {
    private static final int N = 5_000;

    private StreamSemanticsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("reductions", StreamSemanticsApp::reductions)
                .add("encounter-order", StreamSemanticsApp::encounterOrder)
                .add("each-element-once", StreamSemanticsApp::eachElementOnce)
                .add("stateful", StreamSemanticsApp::stateful)
                .add("short-circuit", StreamSemanticsApp::shortCircuit)
                .add("collectors", StreamSemanticsApp::collectors)
                .add("exceptions", scale -> exceptions())
                .add("unsized", StreamSemanticsApp::unsized)
                .add("iterators", scale -> iterators())
                .add("nested", StreamSemanticsApp::nested)
                .add("on-close", scale -> onClose())
                .add("own-pool", StreamSemanticsApp::ownPool)
                .add("two-threads", StreamSemanticsApp::twoThreads)
                .add("arrays", StreamSemanticsApp::arrays)
                .add("maps", StreamSemanticsApp::maps)
                .add("empty-and-used", scale -> emptyAndUsed())
                .run(args);
    }

    private static IntStream ints(int scale) {
        return IntStream.range(0, N * scale).parallel();
    }

    private static String reductions(int scale) {
        return ints(scale).sum() + " " + ints(scale).map(i -> i ^ 5).max().getAsInt() + " "
                + ints(scale).count() + " "
                + ints(scale)
                        .boxed()
                        .reduce(0, (a, b) -> (a * 31 + b * 17) & 0xFF, (a, b) -> 0)
                        .getClass()
                        .getSimpleName()
                + " " + ints(scale).average().getAsDouble() + " "
                + LongStream.rangeClosed(1, 20).parallel().reduce(1, (a, b) -> a * b);
    }

    private static String encounterOrder(int scale) {
        List<Integer> ordered = new ArrayList<>();
        ints(scale).filter(i -> i % 3 == 0).boxed().forEachOrdered(ordered::add);
        int[] array = ints(scale).filter(i -> i % 3 == 0).toArray();
        List<Integer> list = ints(scale).filter(i -> i % 3 == 0).boxed().collect(Collectors.toList());
        return ordered.equals(list) + " " + Arrays.hashCode(array) + " " + list.hashCode() + " "
                + ints(scale).boxed().toList().hashCode();
    }

    private static String eachElementOnce(int scale) {
        AtomicInteger[] seen = new AtomicInteger[N * scale];
        Arrays.setAll(seen, i -> new AtomicInteger());
        ints(scale).forEach(i -> seen[i].incrementAndGet());
        ints(scale).peek(i -> seen[i].incrementAndGet()).map(i -> i + 1).sum();
        return "twice " + Arrays.stream(seen).allMatch(each -> each.get() == 2);
    }

    private static String stateful(int scale) {
        return ints(scale).boxed().sorted(Collections.reverseOrder()).limit(5).collect(Collectors.toList()) + " "
                + ints(scale).map(i -> i % 97).distinct().count() + " "
                + ints(scale).skip(N - 3L).limit(3).sum() + " "
                + ints(scale).boxed().takeWhile(i -> i < 100).count() + " "
                + ints(scale).boxed().dropWhile(i -> i < 100).count();
    }

    private static String shortCircuit(int scale) {
        return ints(scale).anyMatch(i -> i == N / 2) + " " + ints(scale).allMatch(i -> i >= 0) + " "
                + ints(scale).noneMatch(i -> i < 0) + " "
                + ints(scale).filter(i -> i > 1234).findFirst().getAsInt()
                + " " + ints(scale).filter(i -> i > 10).findAny().isPresent() + " "
                + ints(scale).filter(i -> i < 0).findAny().isPresent() + " "
                + IntStream.iterate(1, i -> i + 1).parallel().limit(1_000).sum();
    }

    private static String collectors(int scale) {
        return ints(scale).boxed().collect(Collectors.groupingBy(i -> i % 7, Collectors.counting())) + " "
                + ints(scale)
                        .boxed()
                        .collect(Collectors.groupingByConcurrent(i -> i % 5, Collectors.summingInt(i -> i)))
                + " "
                + ints(scale)
                        .boxed()
                        .collect(Collectors.partitioningBy(i -> i % 2 == 0))
                        .get(true)
                        .size() + " "
                + Stream.of("a", "b", "c", "d").parallel().collect(Collectors.joining("-"));
    }

    private static String exceptions() {
        AtomicInteger after = new AtomicInteger();
        String thrown = Threads.thrownBy(() -> {
            ints(1).forEach(i -> {
                if (i == 77) {
                    throw new IllegalStateException("on purpose");
                }
            });
            return after.incrementAndGet();
        });
        String error = Threads.thrownBy(() -> ints(1).map(i -> 1 / (i - 500)).sum());
        String merge = Threads.thrownBy(() -> ints(1).boxed().collect(Collectors.toMap(i -> i % 2, i -> i)));
        return thrown + " " + error + " " + merge + " " + after;
    }

    private static String unsized(int scale) {
        Iterator<Integer> iterator = ints(scale).boxed().toList().iterator();
        Iterable<Integer> iterable = () -> iterator;
        return java.util.stream.StreamSupport.stream(iterable.spliterator(), true)
                        .mapToInt(i -> i)
                        .sum() + " "
                + new HashSet<>(ints(scale).boxed().toList())
                        .parallelStream().mapToLong(i -> i).sum() + " "
                + Stream.concat(ints(scale).boxed(), ints(scale).boxed())
                        .parallel()
                        .count();
    }

    private static String iterators() {
        Iterator<Integer> sorted = ints(1).boxed().map(i -> N - i).sorted().iterator();
        return sorted.next() + " " + sorted.next() + " "
                + ints(1).boxed().sorted().spliterator().estimateSize();
    }

    private static String nested(int scale) {
        return "sum "
                + IntStream.range(0, 20 * scale)
                        .parallel()
                        .map(i -> IntStream.range(0, 200)
                                .parallel()
                                .map(k -> k ^ i)
                                .sum())
                        .sum();
    }

    private static String onClose() {
        List<String> closed = new ArrayList<>();
        try (IntStream stream = ints(1).onClose(() -> closed.add("first")).onClose(() -> closed.add("second"))) {
            closed.add("sum " + stream.sum());
        }
        return closed.toString();
    }

    private static String ownPool(int scale) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        Set<Boolean> inPool = ConcurrentHashMap.newKeySet();
        int sum = pool.submit(() -> ints(scale)
                        .peek(i -> inPool.add(java.util.concurrent.ForkJoinTask.getPool() == pool))
                        .sum())
                .get();
        pool.shutdown();
        return sum + " " + inPool + " " + pool.awaitTermination(1, TimeUnit.HOURS);
    }

    private static String twoThreads(int scale) throws InterruptedException {
        LongAdder sum = new LongAdder();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Threads.start("caller-" + i, () -> {
                for (int k = 0; k < 20; k++) {
                    sum.add(ints(scale).sum());
                }
            });
        }
        Threads.join(threads);
        return "sum " + sum;
    }

    private static String arrays(int scale) {
        int[] numbers = new int[20_000 * scale];
        Arrays.parallelSetAll(numbers, i -> (i * 7919) % 10_007);
        Arrays.parallelSort(numbers);
        boolean sorted = true;
        for (int i = 1; i < numbers.length; i++) {
            sorted &= numbers[i - 1] <= numbers[i];
        }
        Arrays.parallelPrefix(numbers, (a, b) -> (a + b) & 0xFFFF);
        return sorted + " " + Arrays.hashCode(numbers);
    }

    private static String maps(int scale) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < N * scale; i++) {
            map.put(i, i);
        }
        return map.reduceValues(1, Integer::sum) + " " + map.search(1, (key, value) -> key == 77 ? value : null) + " "
                + map.reduceKeysToLong(1, Integer::longValue, 0, Long::max);
    }

    private static String emptyAndUsed() {
        IntStream used = ints(1);
        used.sum();
        return IntStream.empty().parallel().sum() + " "
                + Stream.empty().parallel().findAny().isPresent() + " " + Threads.thrownBy(used::sum) + " "
                + Threads.thrownBy(() -> ints(1).boxed().toArray(Integer[]::new).length);
    }
}
