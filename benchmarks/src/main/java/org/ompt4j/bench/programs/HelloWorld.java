package org.ompt4j.bench.programs;

/** Start-up alone. */
public final class HelloWorld {

    private HelloWorld() {}

    public static void main(String[] args) {
        System.out.println("hello");
    }
}
