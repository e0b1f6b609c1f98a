package org.ompt4j.tools.findings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.model.RegionWork;
import org.ompt4j.tools.testing.EventDraft;

/** How much the finder keeps of regions. {@code RegionFindingTest} has the regions that are findings. */
class UnevenRegionFinderTest {
    /** More call sites than the finder keeps. */
    private static final int MANY = 100_000;

    private final UnevenRegionFinder finder = new UnevenRegionFinder();

    @Test
    void ofVeryManyCallSitesThoseAreKeptWhoseMembersAreMostUneven() {
        oneWorksAlone(1, 400_000_000);
        for (int site = 2; site <= MANY; site++) {
            oneWorksAlone(site, 1_000);
        }
        oneWorksAlone(MANY + 1, 300_000_000);

        assertThat(finder.find(1_000_000_000))
                .extracting(UnevenRegions::codeptrRa)
                .containsExactlyInAnyOrder(1, MANY + 1);
        assertThat(finder.hasForgotten()).isTrue();
    }

    @Test
    void ofFewCallSitesAllAreKept() {
        for (int site = 1; site <= 1_000; site++) {
            oneWorksAlone(site, 200_000_000);
        }

        assertThat(finder.find(1_000_000_000)).hasSize(1_000);
        assertThat(finder.hasForgotten()).isFalse();
    }

    private void oneWorksAlone(int callSite, long nanos) {
        EventDraft begin = new EventDraft();
        begin.event = Event.PARALLEL_BEGIN;
        begin.construct = Construct.PARALLEL_STREAM;
        begin.codeptrRa = callSite;
        RegionWork work = new RegionWork(begin.toEvent());
        work.joins(1);
        work.joins(2);
        work.works(1, nanos, true);
        finder.ended(work, nanos);
    }
}
