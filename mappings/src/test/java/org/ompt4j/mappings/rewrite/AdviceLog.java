package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.List;

/** Hooks that log their arguments. Thread safety: one test thread at a time. */
public final class AdviceLog {
    static final List<String> LINES = new ArrayList<>();
    private static int tokens;

    private AdviceLog() {}

    static void clear() {
        LINES.clear();
        tokens = 0;
    }

    public static void enter(Object self, int count, long factor) {
        LINES.add("enter " + self.getClass().getSimpleName().equals("AdviceTarget") + " " + count + " " + factor);
    }

    public static long token(String text) {
        LINES.add("token " + text);
        return ++tokens;
    }

    public static long emptyToken() {
        return ++tokens;
    }

    public static long callToken(long value) {
        LINES.add("call " + value);
        return ++tokens;
    }

    public static void read(Object owner) {
        LINES.add("read of " + owner);
    }

    public static Object objectToken() {
        LINES.add("object token");
        return "t" + ++tokens;
    }

    public static void returned(long result, long token) {
        LINES.add("returned " + result + " token " + token);
    }

    public static void returnedDouble(double result, Object token) {
        LINES.add("returned " + result + " token " + token);
    }

    public static void threw(Throwable thrown, long token) {
        LINES.add("threw " + thrown.getMessage() + " token " + token);
    }

    public static void left() {
        LINES.add("left");
    }

    public static void leftAfter(long token) {
        LINES.add("left after " + token);
    }

    public static void before(long value) {
        LINES.add("before " + value);
    }

    public static void receiver(Object receiver) {
        LINES.add("before " + receiver);
    }

    public static void after(long result) {
        LINES.add("after " + result);
    }

    public static void afterObject(Object result) {
        LINES.add("after " + result);
    }

    public static void callThrew(Throwable thrown) {
        LINES.add("call threw " + thrown.getMessage());
    }
}
