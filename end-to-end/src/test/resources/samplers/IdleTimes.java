import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.views.collector.Collector.*;
import org.ompt4j.views.collector.*;
import org.ompt4j.views.early.*;
import org.ompt4j.views.tr2.*;
import org.ompt4j.views.v2.*;

/**
 * Prints when workers become idle and when they cease to be, for each generation with events for this. Lines begin with the version of OMPT that the
 * tool gets, or with {@code collector}.
 */
public final class IdleTimes implements Tr2Tool, V2Tool, CollectorTool {
    private static final int HEADER = 16;
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();
    private OmpCollectorApi api;
    private String generation = "collector";

    @Override
    public int initialize(OmptFunctionLookup lookup, String runtimeVersion, int omptVersion) {
        generation = String.valueOf(omptVersion);
        var time = (EarlyEntryPoint.GetEventTime) lookup.lookup(EarlyEntryPoint.GetEventTime.NAME);
        var set = (EarlyEntryPoint.SetCallback) lookup.lookup(EarlyEntryPoint.SetCallback.NAME);
        set.setCallback(
                OmptEvent.IDLE_BEGIN, (OmptEventCallback.Thread) thread -> heard.add("BEGIN " + time.getEventTime()));
        set.setCallback(
                OmptEvent.IDLE_END, (OmptEventCallback.Thread) thread -> heard.add("END " + time.getEventTime()));
        set.setCallback(OmptEvent.RUNTIME_SHUTDOWN, (OmptEventCallback.Plain) this::fini);
        return 1;
    }

    @Override
    public OmptInitializer tool() {
        return this::initialize;
    }

    @Override
    public void init(OmpCollectorApi api) {
        this.api = api;
        send(request(OmpCollectorRequest.START, 0));
        register(OmpCollectorEvent.THR_BEGIN_IDLE, "BEGIN ");
        register(OmpCollectorEvent.THR_END_IDLE, "END ");
    }

    private void register(OmpCollectorEvent event, String word) {
        long handle = api.handleOf(each -> heard.add(
                word + send(request(OmpCollectorRequest.OMPT4J_EVENT_TIME, 8)).getLong(HEADER)));
        send(request(OmpCollectorRequest.REGISTER, 12).putInt(HEADER, event.value()).putLong(HEADER + 4, handle));
    }

    /** A list of one request. */
    private static ByteBuffer request(OmpCollectorRequest request, int room) {
        ByteBuffer list = ByteBuffer.allocate(HEADER + room + 4).order(ByteOrder.nativeOrder());
        return list.putInt(0, HEADER + room).putInt(4, request.value());
    }

    private ByteBuffer send(ByteBuffer list) {
        if (api.collectorApi(list) != 0 || list.getInt(8) != OmpCollectorError.OK.value()) {
            throw new IllegalStateException("request " + list.getInt(4) + " is answered " + list.getInt(8));
        }
        return list;
    }

    @Override
    public void fini() {
        heard.forEach(each -> System.err.println("idle-times " + generation + ": " + each));
    }
}
