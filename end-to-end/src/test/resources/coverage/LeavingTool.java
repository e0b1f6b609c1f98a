import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ompt4j.ompt.*;

/** Finalizes itself at the first parallel region, and writes to leaving.txt whether it got callbacks after that. */
public final class LeavingTool implements OmptTool, OmptStartToolResult {
    private static final Path FILE = Path.of("leaving.txt");
    private OmptEntryPoint.All ask;
    private volatile boolean left;
    private volatile int after;

    public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        ask = (OmptEntryPoint.All) lookup.lookup("ompt4j_entry_points");
        ask.on(OmptCallback.PARALLEL_BEGIN, (task, frame, region, requested, flags, site) -> {
            left = true;
            ask.finalizeTool();
        });
        ask.on(OmptCallback.PARALLEL_END, (region, task, flags, site) -> heard());
        return 1;
    }

    private void heard() {
        if (left) {
            after++;
            write();
        }
    }

    public void finalizeTool() {
        write();
    }

    private void write() {
        try {
            Files.writeString(FILE, "inquiry ompt_finalize_tool heard " + after + " after it\n");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
