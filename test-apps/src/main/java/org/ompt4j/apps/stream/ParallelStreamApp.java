package org.ompt4j.apps.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Parallel streams: every terminal operation, stateful stages, nesting, pools of the application, exceptions.
 *
 * <p>Known by construction: the number of terminal operations of each scenario, and for streams over {@link #elements} numbers
 * (a power of two times the scale) the number of leaves, see {@link #leaves}.
 */
public final class ParallelStreamApp {

    /** Terminal operations of {@code for-each}. */
    public static final int FOR_EACH_REGIONS = 4;
    /** Terminal operations of {@code reduce}. */
    public static final int REDUCE_REGIONS = 11;
    /** Terminal operations of {@code collect}. */
    public static final int COLLECT_REGIONS = 4;
    /** Terminal operations of {@code to-array}, which do not use the JDK's common method for terminal operations. */
    public static final int TO_ARRAY_REGIONS = 6;
    /** Terminal operations of {@code match}. */
    public static final int MATCH_REGIONS = 3;
    /** Terminal operations of {@code find}. */
    public static final int FIND_REGIONS = 2;
    /** Terminal operations of {@code stateful}, each behind one stateful stage or more. */
    public static final int STATEFUL_REGIONS = 7;
    /** Terminal operations of {@code ordered}. */
    public static final int ORDERED_REGIONS = 1;
    /** Outer terminal operations of {@code nested}. */
    public static final int NESTED_OUTER_REGIONS = 1;
    /** Inner terminal operations of {@code nested}, run by the outer stream's elements. */
    public static final int NESTED_INNER_REGIONS = 8;
    /** Terminal operations of {@code own-pool}, all run by workers of a pool of the application. */
    public static final int OWN_POOL_REGIONS = 2;
    /** Parallelism of the pool of {@code own-pool}. */
    public static final int OWN_POOL_PARALLELISM = 4;
    /** Terminal operations of {@code throwing}. */
    public static final int THROWING_REGIONS = 3;
    /** Terminal operations of each of the threads {@code caller-0} and {@code caller-1} of {@code two-callers}, times the scale. */
    public static final int TWO_CALLERS_REGIONS = 10;
    /** Terminal operations of {@code one-element}, whose stream cannot be split. */
    public static final int ONE_ELEMENT_REGIONS = 1;
    /** Terminal operations of {@code sources} over {@link #elements} numbers whose spliterator has an index. */
    public static final int INDEXED_REGIONS = 9;
    /** Terminal operations of {@code sources} over numbers whose spliterator has no index, or hides it. */
    public static final int WRAPPED_REGIONS = 2;
    /** Stages of {@code sources} that run in parallel without a terminal operation, inside an element of {@link #INDEXED_REGIONS}. */
    public static final int INNER_STAGES = 1;

    private ParallelStreamApp() {}

    /** Elements of all streams for which nothing else is specified. */
    public static int elements(int scale) {
        return 4096 * scale;
    }

    /**
     * Leaves of one terminal operation that reads all elements of a sized stream. The JDK splits into halves until a part has at most {@code elements
     * / (4 * parallelism)} elements.
     *
     * @param elements a power of two times a small number, so that halves are equal down to the leaves
     * @param parallelism of the pool whose worker runs the terminal operation, else of the common pool
     */
    public static int leaves(int elements, int parallelism) {
        int target = Math.max(1, elements / (4 * parallelism));
        int leaves = 1;
        for (int size = elements; size > target; size /= 2) {
            leaves *= 2;
        }
        return leaves;
    }

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("for-each", ParallelStreamApp::forEach)
                .add("reduce", ParallelStreamApp::reduce)
                .add("collect", ParallelStreamApp::collect)
                .add("to-array", ParallelStreamApp::toArray)
                .add("match", ParallelStreamApp::match)
                .add("find", ParallelStreamApp::find)
                .add("stateful", ParallelStreamApp::stateful)
                .add("ordered", ParallelStreamApp::ordered)
                .add("nested", ParallelStreamApp::nested)
                .add("own-pool", ParallelStreamApp::ownPool)
                .add("throwing", ParallelStreamApp::throwing)
                .add("interrupt", ParallelStreamApp::interrupt)
                .add("without-terminal", ParallelStreamApp::withoutTerminal)
                .add("two-callers", ParallelStreamApp::twoCallers)
                .add("one-element", scale -> oneElement())
                .add("sources", ParallelStreamApp::sources)
                .run(args);
    }

    private static String forEach(int scale) {
        LongAdder sum = new LongAdder();
        ints(scale).forEach(sum::add);
        longs(scale).forEach(sum::add);
        doubles(scale).forEach(number -> sum.add((long) number));
        boxed(scale).forEach(sum::add);
        return "sum " + sum.sum();
    }

    private static String reduce(int scale) {
        List<Object> results = new ArrayList<>();
        results.add(ints(scale).reduce(0, Integer::sum));
        results.add(ints(scale).reduce(Math::max).getAsInt());
        results.add(boxed(scale).reduce(0, (sum, each) -> sum + each % 7, Integer::sum));
        results.add(ints(scale).sum());
        results.add(ints(scale).filter(each -> each % 3 == 0).count());
        results.add(ints(scale).max().getAsInt());
        results.add(ints(scale).min().getAsInt());
        results.add(ints(scale).average().getAsDouble());
        results.add(ints(scale).summaryStatistics().getSum());
        results.add(longs(scale).sum());
        results.add(boxed(scale).max(Comparator.naturalOrder()).orElseThrow());
        return results.toString();
    }

    private static String collect(int scale) {
        List<Object> results = new ArrayList<>();
        results.add(boxed(scale).collect(Collectors.toList()).size());
        results.add(boxed(scale)
                .collect(Collectors.groupingByConcurrent(each -> each % 5))
                .size());
        results.add(boxed(scale).collect(Collectors.partitioningBy(each -> each % 2 == 0, Collectors.counting())));
        results.add(ints(scale)
                .collect(
                        StringBuilder::new,
                        (text, each) -> text.append((char) ('a' + each % 26)),
                        StringBuilder::append)
                .toString()
                .hashCode());
        return results.toString();
    }

    private static String toArray(int scale) {
        List<Object> results = new ArrayList<>();
        results.add(ints(scale).map(each -> each / 2).toArray().length);
        results.add(longs(scale).filter(each -> each % 2 == 0).toArray().length);
        results.add(doubles(scale).toArray().length);
        results.add(boxed(scale).toArray().length);
        results.add(boxed(scale).filter(each -> each % 3 == 0).toArray(Integer[]::new).length);
        results.add(boxed(scale).toList().size());
        return results.toString();
    }

    private static String match(int scale) {
        return ints(scale).anyMatch(each -> each == 77) + " "
                + ints(scale).allMatch(each -> each >= 0) + " "
                + ints(scale).noneMatch(each -> each == 5);
    }

    private static String find(int scale) {
        return "first " + ints(scale).filter(each -> each > 100).findFirst().getAsInt() + ", any "
                + ints(scale).filter(each -> each > 100).findAny().isPresent();
    }

    private static String stateful(int scale) {
        List<Object> results = new ArrayList<>();
        results.add(ints(scale).map(each -> -each).sorted().sum());
        results.add(boxed(scale).map(each -> each % 10).distinct().count());
        results.add(ints(scale).skip(10).sum());
        results.add(ints(scale).limit(100).sum());
        results.add(ints(scale).takeWhile(each -> each < 50).count());
        results.add(boxed(scale)
                .dropWhile(each -> each < 50)
                .filter(each -> each >= 0)
                .count());
        results.add(boxed(scale)
                .sorted(Comparator.reverseOrder())
                .distinct()
                .skip(1)
                .reduce(0, Integer::sum));
        return results.toString();
    }

    private static String ordered(int scale) {
        StringBuilder text = new StringBuilder();
        ints(scale).map(each -> each % 10).forEachOrdered(text::append);
        return "hash " + text.toString().hashCode();
    }

    private static String nested(int scale) {
        LongAdder sum = new LongAdder();
        IntStream.range(0, NESTED_INNER_REGIONS)
                .parallel()
                .forEach(outer -> ints(scale).forEach(sum::add));
        return "sum " + sum.sum();
    }

    private static String ownPool(int scale) throws Exception {
        AtomicInteger next = new AtomicInteger();
        ForkJoinPool pool = new ForkJoinPool(
                OWN_POOL_PARALLELISM,
                owner -> {
                    ForkJoinWorkerThread worker = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(owner);
                    worker.setName("own-pool-worker-" + next.getAndIncrement());
                    return worker;
                },
                null,
                false);
        LongAdder sum = new LongAdder();
        pool.submit(() -> ints(scale).forEach(sum::add)).get();
        int maximum = pool.submit(() -> ints(scale).max().getAsInt()).get();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        return "sum " + sum.sum() + ", maximum " + maximum + ", leaves "
                + leaves(elements(scale), OWN_POOL_PARALLELISM);
    }

    private static String throwing(int scale) {
        return throwing(scale, 0) + " " + throwing(scale, elements(scale) - 1) + " "
                + Threads.thrownBy(() ->
                        ints(scale).mapToObj(each -> each < 0 ? "" : fail()).collect(Collectors.toList()));
    }

    private static String throwing(int scale, int at) {
        IntConsumer body = each -> {
            if (each == at) {
                fail();
            }
        };
        return Threads.thrownBy(() -> {
            ints(scale).forEach(body);
            return null;
        });
    }

    private static String fail() {
        throw new IllegalStateException("on purpose");
    }

    /** Terminal operations ignore interrupts. */
    private static String interrupt(int scale) throws InterruptedException {
        LongAdder sum = new LongAdder();
        Threads.join(Threads.start("interrupted", () -> {
            Thread.currentThread().interrupt();
            ints(scale).forEach(sum::add);
        }));
        return "sum " + sum.sum();
    }

    private static String withoutTerminal(int scale) {
        Iterator<Integer> iterator =
                boxed(scale).sorted(Comparator.reverseOrder()).iterator();
        Spliterator<Integer> spliterator =
                boxed(scale).sorted(Comparator.reverseOrder()).spliterator();
        int[] first = new int[1];
        spliterator.tryAdvance(each -> first[0] = each);
        Stream<Integer> concatenated = Stream.concat(boxed(scale).sorted(), Stream.of(1));
        return iterator.next() + " " + first[0] + " "
                + concatenated.sequential().limit(5).count();
    }

    private static String twoCallers(int scale) throws InterruptedException {
        LongAdder sum = new LongAdder();
        Thread[] callers = new Thread[2];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = Threads.start("caller-" + i, () -> {
                for (int round = 0; round < TWO_CALLERS_REGIONS * scale; round++) {
                    ints(1).forEach(sum::add);
                }
            });
        }
        Threads.join(callers);
        return "sum " + sum.sum();
    }

    private static String oneElement() {
        int[] seen = new int[1];
        Arrays.stream(new int[] {42}).parallel().forEach(each -> seen[0] = each);
        return "seen " + seen[0];
    }

    private static String sources(int scale) {
        int n = elements(scale);
        LongAdder sum = new LongAdder();
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add(i);
        }
        Integer[] array = list.toArray(new Integer[0]);
        LongStream.range(n, 2L * n).parallel().forEach(sum::add);
        Arrays.stream(new int[2 * n], n, 2 * n).parallel().forEach(sum::add);
        Arrays.stream(new long[n]).parallel().forEach(sum::add);
        Arrays.stream(new double[n]).parallel().forEach(each -> sum.add((long) each));
        Arrays.stream(array).parallel().forEach(sum::add);
        list.parallelStream().forEach(sum::add);
        List.of(array).parallelStream().forEach(sum::add);
        // The last element runs a sorted stage of another stream inside this stream's region.
        IntStream.range(n, 2 * n).parallel().forEach(each -> sum.add(each < 2 * n - 1 ? each : firstSorted()));
        // The stream of this view is the stream of its list.
        Collections.unmodifiableCollection(list).parallelStream().forEach(sum::add);
        new LinkedList<>(list).parallelStream().forEach(sum::add);
        list.parallelStream().skip(1).forEach(sum::add);
        return "sum " + sum.sum();
    }

    private static int firstSorted() {
        return IntStream.range(0, 8)
                .parallel()
                .map(each -> -each)
                .sorted()
                .iterator()
                .next();
    }

    private static IntStream ints(int scale) {
        return IntStream.range(0, elements(scale)).parallel();
    }

    private static LongStream longs(int scale) {
        return LongStream.range(0, elements(scale)).parallel();
    }

    private static DoubleStream doubles(int scale) {
        return Arrays.stream(new double[elements(scale)]).parallel();
    }

    private static Stream<Integer> boxed(int scale) {
        return ints(scale).boxed();
    }
}
