package org.ompt4j.bench;

import java.util.List;

/** A whole program that is timed from start to exit. */
record Program(String title, String mainClass, List<String> arguments) {

    static final List<Program> ALL = List.of(
            new Program("hello world", "org.ompt4j.bench.HelloWorld", List.of()),
            new Program("hello parallel stream", "org.ompt4j.bench.HelloParallelStream", List.of()),
            new Program("fork/join fib(32), cut-off 13", "org.ompt4j.bench.ForkJoinFib", List.of("32", "13")),
            new Program("fork/join fib(30), cut-off 2", "org.ompt4j.bench.ForkJoinFib", List.of("30", "2")),
            new Program("EJML", "org.ompt4j.apps.real.EjmlApp", List.of("1")),
            new Program("JTransforms", "org.ompt4j.apps.real.JTransformsApp", List.of("1")),
            new Program("Lucene", "org.ompt4j.apps.real.LuceneApp", List.of("1")),
            new Program("H2", "org.ompt4j.apps.real.H2App", List.of("1")));
}
