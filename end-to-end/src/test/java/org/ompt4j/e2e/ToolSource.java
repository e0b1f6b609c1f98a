package org.ompt4j.e2e;

/** Source of tools that use the entry points through their field {@code ompt}. */
final class ToolSource {
    private static final String FRAME = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import java.util.function.*;
            import org.ompt4j.ompt.*;

            public final class NAME implements OmptTool, OmptStartToolResult {
                private OmptEntryPoint.All ompt;

                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    return this;
                }

                public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
                    ompt = (OmptEntryPoint.All) lookup.lookup("ompt4j_entry_points");
                    begin();
                    return 1;
                }

            MEMBERS
            }
            """;

    private ToolSource() {}

    /**
     * The source of a tool.
     *
     * @param name its class
     * @param members its members, among them {@code void begin()}, which registers its callbacks, and {@code finalizeTool}
     */
    static String of(String name, String members) {
        return FRAME.replace("NAME", name).replace("MEMBERS", members);
    }
}
