import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.views.early.*;
import org.ompt4j.views.tr2.*;
import org.ompt4j.views.v2.*;

/**
 * Prints the states in which a sampler finds threads, and the state in callbacks of the one event that has its own state. Lines begin with the version
 * of OMPT that the tool gets.
 */
public final class StateNames implements Tr2Tool, V2Tool {
    private final Set<OmptState> found = ConcurrentHashMap.newKeySet();
    private final Thread sampler = new Thread(this::sample, "ompt4j-sampler");
    private volatile boolean stopped;
    private String prefix = "";
    private EarlyEntryPoint.EnumerateState enumerate;
    private EarlyEntryPoint.GetThreadIds threads;
    private EarlyEntryPoint.GetThreadState states;

    @Override
    public int initialize(OmptFunctionLookup lookup, String runtimeVersion, int omptVersion) {
        prefix = "state-names " + omptVersion + ": ";
        enumerate = (EarlyEntryPoint.EnumerateState) lookup.lookup(EarlyEntryPoint.EnumerateState.NAME);
        threads = (EarlyEntryPoint.GetThreadIds) lookup.lookup(EarlyEntryPoint.GetThreadIds.NAME);
        states = (EarlyEntryPoint.GetThreadState) lookup.lookup(EarlyEntryPoint.GetThreadState.NAME);
        var own = (EarlyEntryPoint.GetState) lookup.lookup(EarlyEntryPoint.GetState.NAME);
        var set = (EarlyEntryPoint.SetCallback) lookup.lookup(EarlyEntryPoint.SetCallback.NAME);
        set.setCallback(
                OmptEvent.WAIT_NEST_LOCK, (OmptEventCallback.Wait) waitId -> found.add(own.getState(null)));
        set.setCallback(OmptEvent.RUNTIME_SHUTDOWN, (OmptEventCallback.Plain) this::shutDown);
        sampler.setDaemon(true);
        sampler.start();
        return 1;
    }

    @Override
    public OmptInitializer tool() {
        return this::initialize;
    }

    private void sample() {
        long[] ids = new long[1000];
        while (!stopped) {
            int count = Math.min(threads.getThreadIds(ids), ids.length);
            for (int i = 0; i < count; i++) {
                found.add(states.getThreadState(ids[i], null));
            }
            // Samples as often as possible, since some waits are short.
            LockSupport.parkNanos(1);
        }
    }

    private void shutDown() {
        stopped = true;
        try {
            sampler.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        found.forEach(each -> System.err.println(prefix + "found " + each.fullName()));
        int[] next = {OmptState.FIRST.value()};
        String[] name = new String[1];
        while (enumerate.enumerateState(next[0], next, name) == 1) {
            System.err.println(prefix + "enumerated " + name[0]);
        }
    }
}
