package org.ompt4j.emitter;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ThreadType;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A hook sees either no tool or all that the tool has written before it registered, also while tools are added and removed. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "no tool")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "a tool that is ready")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "a tool before it was ready")
@State
public class SinkHandOverStress {
    private static final ThreadContext CONTEXT = new ThreadContext(Thread.currentThread(), ThreadType.OTHER);
    private static final ThreadLocal<int[]> HEARD = ThreadLocal.withInitial(() -> new int[1]);

    /** A tool that writes a plain field before it registers. */
    private static final class Tool implements InvocationHandler {
        private int ready;

        Tool() {
            ready = 1;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) {
            HEARD.get()[0] = ready == 1 ? 1 : 2;
            return null;
        }
    }

    @Actor
    public void register() {
        RecordSink sink = (RecordSink) Proxy.newProxyInstance(
                RecordSink.class.getClassLoader(), new Class<?>[] {RecordSink.class}, new Tool());
        Events.deliverTo(sink, -1);
        Events.deliverTo(null, 0);
    }

    @Actor
    public void raise(I_Result seen) {
        int[] heard = HEARD.get();
        heard[0] = 0;
        Events.flush(CONTEXT, 0, Construct.THREAD, 0);
        seen.r1 = heard[0];
    }
}
