package org.ompt4j.bench.programs;

/** For the start-up time: a program that prints a line. */
public final class HelloWorld {

    private HelloWorld() {}

    public static void main(String[] args) {
        System.out.println("hello");
    }
}
