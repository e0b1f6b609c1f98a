import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.views.collector.Collector.*;
import org.ompt4j.views.collector.*;

/** The profile of work and waits of the paper about the Collector API, by requests only. */
public final class CollectorSampler implements CollectorTool {
    private static final int HEADER = 16;
    private final Profile profile = new Profile();
    private final OpenMpMetrics metrics = new OpenMpMetrics();
    private final Thread sampler = new Thread(this::sample, "ompt4j-sampler");
    private volatile boolean stopped;
    private OmpCollectorApi api;

    @Override
    public void init(OmpCollectorApi api) {
        this.api = api;
        if (!isAnswered(request(OmpCollectorRequest.START, 0))) {
            throw new IllegalStateException("not started");
        }
        sampler.setDaemon(true);
        sampler.start();
    }

    /** A list of one request. */
    private static ByteBuffer request(OmpCollectorRequest request, int room) {
        ByteBuffer list = ByteBuffer.allocate(HEADER + room + 4).order(ByteOrder.nativeOrder());
        return list.putInt(0, HEADER + room).putInt(4, request.value());
    }

    private boolean isAnswered(ByteBuffer list) {
        return api.collectorApi(list) == 0 && list.getInt(8) == OmpCollectorError.OK.value();
    }

    private void sample() {
        ByteBuffer threads = request(OmpCollectorRequest.OMPT4J_THREADS, 8_000);
        ByteBuffer state = request(OmpCollectorRequest.OMPT4J_THREAD_STATE, 12);
        List<OmpCollectorState> before = new ArrayList<>();
        while (!stopped) {
            List<OmpCollectorState> now = new ArrayList<>();
            long time = System.nanoTime();
            if (!isAnswered(threads)) {
                return; // the run is over
            }
            int count = threads.getInt(12) / 8;
            for (int i = 0; i < count; i++) {
                if (!isAnswered(state.putLong(HEADER, threads.getLong(HEADER + 8 * i)))) {
                    return;
                }
                now.add(OmpCollectorState.of(state.getInt(HEADER)));
            }
            long nanos = profile.add(time, found(now));
            before.forEach(each -> metrics.sample(each, nanos / 2));
            now.forEach(each -> metrics.sample(each, nanos / 2));
            before = now;
            Profile.pause();
        }
    }

    private static int[] found(List<OmpCollectorState> states) {
        int[] found = new int[Profile.Kind.values().length];
        for (OmpCollectorState each : states) {
            found[kind(each).ordinal()]++;
        }
        return found;
    }

    private static Profile.Kind kind(OmpCollectorState state) {
        if (state == OmpCollectorState.IDLE || state == OmpCollectorState.OVHD) {
            return Profile.Kind.IDLE;
        }
        return state.isWork() ? Profile.Kind.WORK : Profile.Kind.WAIT;
    }

    @Override
    public void fini() {
        stopped = true;
        try {
            sampler.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        profile.print("collector-sampler");
        System.err.println("collector-sampler: OPENMP_WORK " + metrics.workNanos());
        System.err.println("collector-sampler: OPENMP_WAIT " + metrics.waitNanos());
    }
}
