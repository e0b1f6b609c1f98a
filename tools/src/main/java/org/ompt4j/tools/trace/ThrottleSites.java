package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * The sites of one thread, in an open hash table.
 *
 * <p>Thread safety: that thread.
 *
 * <p>Cost: no allocation, except at a site's first event.
 */
final class ThrottleSites {
    private static final int FIRST = 16;
    private static final int MOST = 256;

    private @Nullable ThrottleSite[] table = new ThrottleSite[FIRST];
    private int count;

    /** The site of these events. */
    ThrottleSite of(int tag, int codeptrRa, Construct construct) {
        long key = key(tag, codeptrRa, construct);
        ThrottleSite known = find(key);
        return known != null ? known : add(key, tag, codeptrRa, construct);
    }

    /** Like {@link #of} for events that can be throttled; null if the thread has too many sites to distinguish. */
    @Nullable
    ThrottleSite toThrottle(int tag, int codeptrRa, Construct construct) {
        long key = key(tag, codeptrRa, construct);
        ThrottleSite known = find(key);
        return known != null || count >= MOST ? known : add(key, tag, codeptrRa, construct);
    }

    private static long key(int tag, int codeptrRa, Construct construct) {
        return (long) codeptrRa << 16 | (long) construct.ordinal() << 8 | tag;
    }

    private @Nullable ThrottleSite find(long key) {
        ThrottleSite[] sites = table;
        int at = index(key, sites.length);
        for (ThrottleSite each = sites[at]; each != null; each = sites[at]) {
            if (each.key == key) {
                return each;
            }
            at = at + 1 & sites.length - 1;
        }
        return null;
    }

    private ThrottleSite add(long key, int tag, int codeptrRa, Construct construct) {
        if (2 * count >= table.length) {
            ThrottleSite[] old = table;
            table = new ThrottleSite[2 * old.length];
            for (ThrottleSite each : old) {
                if (each != null) {
                    put(each);
                }
            }
        }
        ThrottleSite made = new ThrottleSite(key, tag, codeptrRa, construct);
        put(made);
        count++;
        return made;
    }

    private void put(ThrottleSite site) {
        int at = index(site.key, table.length);
        while (table[at] != null) {
            at = at + 1 & table.length - 1;
        }
        table[at] = site;
    }

    private static int index(long key, int length) {
        return (int) (Slots.spread(key) >>> 40) & length - 1;
    }
}
