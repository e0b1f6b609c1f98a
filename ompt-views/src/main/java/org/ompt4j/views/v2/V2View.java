package org.ompt4j.views.v2;

import java.util.function.Function;
import org.ompt4j.ompt.OmptTool;

/** Serves tools of OMPT v2. Thread safety: the starting thread only. */
public final class V2View implements Function<Object, OmptTool> {

    @Override
    public OmptTool apply(Object olderTool) {
        return new ServedV2Tool((V2Tool) olderTool, new OmpToolCheck());
    }
}
