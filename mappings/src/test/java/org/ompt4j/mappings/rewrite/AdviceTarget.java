package org.ompt4j.mappings.rewrite;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Methods to be rewritten, in the shapes that the JDK's have: loops, handlers, long arguments, locals that come and go. */
public class AdviceTarget {

    /** What the caller gives: called from the methods below. */
    public interface Step {
        long step(long value) throws IOException;
    }

    public long sum(int count, long factor, String unused) {
        long total = 0;
        for (int i = 0; i < count; i++) {
            long part = i * factor;
            total += part;
        }
        if (total < 0) {
            throw new IllegalArgumentException("negative " + total);
        }
        return total;
    }

    public static double half(double value) {
        return value / 2;
    }

    /** The call stands in a try with a catch and a finally of its own, and in a loop. */
    public String retry(Step step, long value) {
        StringBuilder log = new StringBuilder();
        for (; ; ) {
            try {
                long got = step.step(value);
                log.append("got ").append(got);
                return log.toString();
            } catch (IOException e) {
                log.append("caught ").append(e.getMessage()).append(' ');
                value++;
            } finally {
                log.append("finally ");
            }
        }
    }

    /** The call's result is used in the middle of an expression, with values of all sizes below it on the stack. */
    public String inExpression(Step step, int a, long b, double c) throws IOException {
        return String.valueOf(new Four(a, b, c, step.step(b)));
    }

    /** Two calls, one in each branch, the values on the stack differ. */
    public long twice(Step step, boolean first) throws IOException {
        return first ? 1 + step.step(1) : 100L + step.step(2);
    }

    /** The call is made or not. */
    public long atMost(Step step, long value, long most) throws IOException {
        if (value < most) {
            return step.step(value);
        }
        return most;
    }

    /** Reads a field of each link of a chain. */
    public int length(Link first) {
        int length = 0;
        for (Link each = first; each != null; each = each.next) {
            length++;
        }
        return length;
    }

    public Object call(Callable<?> callable) throws Exception {
        synchronized (this) {
            return callable.call();
        }
    }

    /** A link of a chain. */
    public static final class Link {
        public final @Nullable Link next;
        private final String name;

        public Link(String name, @Nullable Link next) {
            this.name = name;
            this.next = next;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The values of an expression. */
    public record Four(int a, long b, double c, long d) {}
}
