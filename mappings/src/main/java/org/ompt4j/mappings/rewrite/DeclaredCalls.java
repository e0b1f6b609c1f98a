package org.ompt4j.mappings.rewrite;

/**
 * Finds the calls in one class that mappings declared.
 *
 * <p>Thread safety: none; the thread that loads the class.
 */
final class DeclaredCalls implements ClassFileScan.Wanted {
    private final Rewrites rewrites;
    private final ClassFacts facts;

    DeclaredCalls(Rewrites rewrites, ClassFacts facts) {
        this.rewrites = rewrites;
        this.facts = facts;
    }

    @Override
    public boolean name(byte[] bytes, int at, int length) {
        return rewrites.isCallSiteName(bytes, at, length);
    }

    @Override
    public boolean method(String owner, String name, String descriptor) {
        for (CallSite callSite : rewrites.callSitesNamed(name)) {
            if (isMeant(callSite, owner, descriptor)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a declared call site matches calls of this method. */
    boolean isMeant(CallSite callSite, String owner, String descriptor) {
        if (callSite.descriptor() != null && !callSite.descriptor().equals(descriptor)) {
            return false;
        }
        return namesOwner(callSite, owner) || callSite.anyOwner() && !isJdk(owner) && fits(callSite, owner);
    }

    static boolean namesOwner(CallSite callSite, String owner) {
        return callSite.owners().contains(owner);
    }

    /** For an announcement a wrong guess is harmless; for other actions the receiver must really have the type. */
    private boolean fits(CallSite callSite, String owner) {
        if (callSite.action() != CallSite.Action.REPLACE) {
            return true;
        }
        for (String ancestor : callSite.owners()) {
            if (facts.isSubtype(owner, ancestor)) {
                return true;
            }
        }
        return false;
    }

    static boolean isJdk(String internalName) {
        return internalName.startsWith("java/")
                || internalName.startsWith("jdk/")
                || internalName.startsWith("sun/")
                || internalName.startsWith("[");
    }
}
