package org.ompt4j.views.tr2;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.views.early.EarlyInquiries;
import org.ompt4j.views.early.ServedTool;

/** Serves tools of OMPT TR2. Thread safety: the starting thread only. */
public final class Tr2View implements Function<Object, OmptTool> {
    /** {@code ompt_version} of the document. */
    private static final int OMPT_VERSION = 1;

    @Override
    public OmptTool apply(Object olderTool) {
        return new ServedTr2Tool((Tr2Tool) olderTool);
    }

    private static final class ServedTr2Tool extends ServedTool {
        private final Tr2Tool tool;

        ServedTr2Tool(Tr2Tool tool) {
            super(tool, Tr2Frame::new);
            this.tool = tool;
        }

        /** TR2 has one function for both: it is the initializer that declines. */
        @Override
        protected boolean registers() {
            return true;
        }

        @Override
        protected boolean initialize(OmptFunctionLookup lookup, String runtimeVersion) {
            return tool.initialize(lookup, runtimeVersion, OMPT_VERSION) != 0;
        }

        @Override
        protected @Nullable Object lookup(String entryPointName, EarlyInquiries inquiries) {
            return switch (entryPointName) {
                case Tr2EntryPoint.GetParallelId.NAME -> (Tr2EntryPoint.GetParallelId) inquiries::parallelId;
                case Tr2EntryPoint.GetParallelTeamSize.NAME -> (Tr2EntryPoint.GetParallelTeamSize) inquiries::teamSize;
                case Tr2EntryPoint.GetTaskId.NAME -> (Tr2EntryPoint.GetTaskId) inquiries::taskId;
                case Tr2EntryPoint.GetTaskFrame.NAME ->
                    (Tr2EntryPoint.GetTaskFrame) depth -> {
                        OmptFrame frame = inquiries.taskFrame(depth);
                        return frame == null ? null : new Tr2Frame(frame);
                    };
                default -> null;
            };
        }
    }
}
