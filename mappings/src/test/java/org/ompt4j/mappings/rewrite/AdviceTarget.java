package org.ompt4j.mappings.rewrite;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Methods to be rewritten, which have what methods of the JDK have: loops, handlers, long arguments, local variables in blocks. */
public class AdviceTarget {

    /** Code of the caller, which the methods below call. */
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

    /** The call is in a loop, in a try statement with catch and finally. */
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

    /** The result of the call is an operand, with values of one and of two slots below it on the stack. */
    public String inExpression(Step step, int a, long b, double c) throws IOException {
        return String.valueOf(new Four(a, b, c, step.step(b)));
    }

    /** Two calls, one in each branch, with different values on the stack. */
    public long twice(Step step, boolean first) throws IOException {
        return first ? 1 + step.step(1) : 100L + step.step(2);
    }

    /** Makes the call under a condition. */
    public long atMost(Step step, long value, long most) throws IOException {
        if (value < most) {
            return step.step(value);
        }
        return most;
    }

    /** Reads a field of each link of a list. */
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

    /** A link of a list. */
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

    public record Four(int a, long b, double c, long d) {}
}
