package org.ompt4j.views.v2;

import org.ompt4j.ompt.OmptTool;
import org.ompt4j.ompt.OmptToolView;

/** Serves tools of OMPT v2. Thread safety: the starting thread only. */
public final class V2View implements OmptToolView {

    @Override
    public OmptTool asTool(Object olderTool) {
        return new ServedV2Tool((V2Tool) olderTool, new OmpToolCheck());
    }
}
