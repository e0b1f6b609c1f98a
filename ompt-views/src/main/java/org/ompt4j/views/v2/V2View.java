package org.ompt4j.views.v2;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.views.early.EarlyInquiries;
import org.ompt4j.views.early.ServedTool;

/** Serves tools of OMPT v2. Thread safety: the starting thread only. */
public final class V2View implements Function<Object, OmptTool> {
    /** The {@code ompt_version} that the document specifies. */
    private static final int OMPT_VERSION = 2;

    private final OmpToolCheck ompTool;

    public V2View() {
        this(new OmpToolCheck());
    }

    V2View(OmpToolCheck ompTool) {
        this.ompTool = ompTool;
    }

    @Override
    public OmptTool apply(Object olderTool) {
        return new ServedV2Tool((V2Tool) olderTool, ompTool);
    }

    private static final class ServedV2Tool extends ServedTool {
        private final V2Tool tool;
        private final OmpToolCheck ompTool;
        private @Nullable OmptInitializer initializer;

        ServedV2Tool(V2Tool tool, OmpToolCheck ompTool) {
            super(tool, V2Frame::new);
            this.tool = tool;
            this.ompTool = ompTool;
        }

        @Override
        protected boolean registers() {
            initializer = ompTool.isEnabled() ? tool.tool() : null;
            return initializer != null;
        }

        @Override
        protected boolean initialize(OmptFunctionLookup lookup, String runtimeVersion) {
            OmptInitializer registered = initializer;
            if (registered == null) {
                return false;
            }
            registered.initialize(lookup, runtimeVersion, OMPT_VERSION);
            return true;
        }

        @Override
        protected @Nullable Object lookup(String entryPointName, EarlyInquiries inquiries) {
            return switch (entryPointName) {
                case V2EntryPoint.GetParallelInfo.NAME ->
                    (V2EntryPoint.GetParallelInfo)
                            (level, parallelId, teamSize) -> parallelInfo(inquiries, level, parallelId, teamSize);
                case V2EntryPoint.GetTaskInfo.NAME ->
                    (V2EntryPoint.GetTaskInfo) (level, taskId, frame) -> taskInfo(inquiries, level, taskId, frame);
                case V2EntryPoint.GetTargetInfo.NAME ->
                    (V2EntryPoint.GetTargetInfo) (targetId, hostOpId) -> targetInfo(inquiries, targetId, hostOpId);
                default -> null;
            };
        }

        private static int parallelInfo(
                EarlyInquiries inquiries, int level, long @Nullable [] parallelId, int @Nullable [] teamSize) {
            long id = inquiries.parallelId(level);
            write(parallelId, id);
            if (id != OmptId.PARALLEL_NONE && teamSize != null) {
                teamSize[0] = inquiries.teamSize(level);
            }
            return id == OmptId.PARALLEL_NONE ? 0 : 1;
        }

        private static int taskInfo(
                EarlyInquiries inquiries,
                int level,
                long @Nullable [] taskId,
                @Nullable V2Frame @Nullable [] taskFrame) {
            long id = inquiries.taskId(level);
            write(taskId, id);
            if (taskFrame != null) {
                OmptFrame frame = inquiries.taskFrame(level);
                taskFrame[0] = frame == null ? null : new V2Frame(frame);
            }
            return id == OmptId.TASK_NONE ? 0 : 1;
        }

        private static int targetInfo(
                EarlyInquiries inquiries, long @Nullable [] targetId, long @Nullable [] hostOpId) {
            write(targetId, OmptId.TARGET_NONE);
            write(hostOpId, OmptId.TARGET_NONE);
            return inquiries.target(targetId, hostOpId) ? 1 : 0;
        }

        private static void write(long @Nullable [] to, long value) {
            if (to != null) {
                to[0] = value;
            }
        }
    }
}
