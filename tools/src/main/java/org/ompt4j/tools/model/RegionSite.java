package org.ompt4j.tools.model;

import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.TraceEvent;

/** The key by which regions are grouped: their construct, and the call site where they begin. */
public record RegionSite(Construct construct, int codeptrRa) {

    /** The key of the region that begins with this event. */
    public static RegionSite of(TraceEvent begin) {
        return new RegionSite(begin.construct(), begin.codeptrRa());
    }
}
