package org.ompt4j.tools.blame;

import java.util.HashMap;
import java.util.Map;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.read.TraceEvent;

/** The places where threads wait. Memory is bounded: further places are not distinguished. */
final class WaitPlaces {
    static final int MOST = 20_000;

    private final RunModel run;
    private final Map<WaitPlace, WaitPlace> places = new HashMap<>();

    WaitPlaces(RunModel run) {
        this.run = run;
    }

    WaitPlace of(TraceEvent begin, State state) {
        int site = run.callSiteOf(begin);
        boolean isOfObject = site == 0 && begin.event() == Event.WAIT && !RecordSink.isPermit(begin.waitId());
        WaitPlace place = new WaitPlace(state, site, isOfObject ? begin.waitId() : 0);
        WaitPlace known = places.get(place);
        if (known != null) {
            return known;
        }
        if (places.size() >= MOST) {
            return new WaitPlace(state, 0, 0);
        }
        places.put(place, place);
        return place;
    }
}
