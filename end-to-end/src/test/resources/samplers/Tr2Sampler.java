import java.util.Arrays;
import org.ompt4j.views.early.*;
import org.ompt4j.views.tr2.*;

/** A sampler, the main purpose of TR2: reads the state of each thread again and again. */
public final class Tr2Sampler implements Tr2Tool {
    private final Profile profile = new Profile();
    private final Thread sampler = new Thread(this::sample, "ompt4j-sampler");
    private volatile boolean stopped;
    private EarlyEntryPoint.GetThreadIds threads;
    private EarlyEntryPoint.GetThreadState states;

    @Override
    public int initialize(org.ompt4j.ompt.OmptFunctionLookup lookup, String runtimeVersion, int omptVersion) {
        threads = (EarlyEntryPoint.GetThreadIds) lookup.lookup(EarlyEntryPoint.GetThreadIds.NAME);
        states = (EarlyEntryPoint.GetThreadState) lookup.lookup(EarlyEntryPoint.GetThreadState.NAME);
        var set = (EarlyEntryPoint.SetCallback) lookup.lookup(EarlyEntryPoint.SetCallback.NAME);
        set.setCallback(OmptEvent.RUNTIME_SHUTDOWN, (OmptEventCallback.Plain) this::shutDown);
        sampler.setDaemon(true);
        sampler.start();
        return 1;
    }

    private void sample() {
        long[] ids = new long[1000];
        int[] found = new int[Profile.Kind.values().length];
        while (!stopped) {
            Arrays.fill(found, 0);
            long time = System.nanoTime();
            int count = Math.min(threads.getThreadIds(ids), ids.length);
            for (int i = 0; i < count; i++) {
                OmptState state = states.getThreadState(ids[i], null);
                if (state != OmptState.UNDEFINED) {
                    found[kind(state).ordinal()]++;
                }
            }
            profile.add(time, found);
            Profile.pause();
        }
    }

    private static Profile.Kind kind(OmptState state) {
        switch (state) {
            case WORK_SERIAL:
            case WORK_PARALLEL:
            case WORK_REDUCTION:
                return Profile.Kind.WORK;
            case IDLE:
            case OVERHEAD:
                return Profile.Kind.IDLE;
            default:
                return Profile.Kind.WAIT;
        }
    }

    private void shutDown() {
        stopped = true;
        try {
            sampler.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        profile.print("tr2-sampler");
    }
}
