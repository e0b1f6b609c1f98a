package org.ompt4j.mappings.rewrite;

import java.util.EnumMap;
import java.util.Map;
import org.ompt4j.ompt.Construct;

/**
 * References to methods ({@code lock::lock}) in one class whose calls are rewritten where they are written: what is called through a
 * reference is not.
 *
 * <p>Thread safety: none; the thread that loads the class.
 */
final class MethodReferences implements ClassFileScan.References {
    private final Rewrites rewrites;
    private final DeclaredCalls declared;
    private final Map<Construct, Integer> counts = new EnumMap<>(Construct.class);

    MethodReferences(Rewrites rewrites, DeclaredCalls declared) {
        this.rewrites = rewrites;
        this.declared = declared;
    }

    @Override
    public void reference(String owner, String name, String descriptor) {
        for (CallSite site : rewrites.callSitesNamed(name)) {
            if (site.action() != CallSite.Action.ANNOUNCE
                    && !site.seenInside()
                    && declared.isMeant(site, owner, descriptor)) {
                Integer before = counts.get(site.construct());
                counts.put(site.construct(), before == null ? 1 : before + 1);
                return;
            }
        }
    }

    void addTo(ProgramScan program) {
        for (Map.Entry<Construct, Integer> each : counts.entrySet()) {
            program.addReferences(each.getKey(), each.getValue());
        }
    }
}
