package org.ompt4j.bench.programs;

import java.util.stream.IntStream;

/** For the start-up time: a program whose only statement is a parallel stream. */
public final class HelloParallelStream {

    private HelloParallelStream() {}

    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 1000).parallel().sum());
    }
}
