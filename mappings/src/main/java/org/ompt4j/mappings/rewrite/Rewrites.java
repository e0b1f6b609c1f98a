package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings.MutexDetail;

/**
 * All rewrites that the selected mappings have declared, as tables for the transformer.
 *
 * <p>Thread safety: filled by one thread in premain, read-only afterwards.
 */
public final class Rewrites {
    private final int feature;
    private final int epoch;
    private final MutexDetail mutexDetail;
    private final Map<String, List<JdkClass>> jdkClasses = new HashMap<>();
    private final Map<String, List<CallSite>> callSites = new HashMap<>();
    private final WordSet callSiteNames = new WordSet();
    /** A rewrite can be added while classes are already being rewritten. */
    private final List<ApplicationRewrite> applicationRewrites = new CopyOnWriteArrayList<>();

    /** @param feature feature release of the JDK whose classes are rewritten, at least 17 */
    public Rewrites(int feature) {
        this(feature, 0, MutexDetail.FULL);
    }

    /**
     * @param epoch the number of the attach epoch, in which no fields are added and no modifiers changed; 0 if the agent was started with the program
     * @param mutexDetail which operations on mutexes are reported
     */
    public Rewrites(int feature, int epoch, MutexDetail mutexDetail) {
        this.feature = feature;
        this.epoch = epoch;
        this.mutexDetail = mutexDetail;
    }

    /** Whether every operation on a mutex is reported, for mappings that see waits without the calls in application code. */
    public boolean everyMutexOperation() {
        return mutexDetail == MutexDetail.FULL;
    }

    /** Whether any operation on a mutex is reported; if not, only the states of threads are kept. */
    public boolean mutexOperations() {
        return mutexDetail != MutexDetail.OFF;
    }

    /** The number of the attach epoch, 0 if the agent was started with the program. */
    int epoch() {
        return epoch;
    }

    /** Feature release of the JDK, for mappings whose hook points moved. */
    public int feature() {
        return feature;
    }

    /** A class of the JDK to rewrite; several constructs can name the same class. */
    public JdkClass jdkClass(Construct construct, String internalName) {
        JdkClass declared = new JdkClass(construct, internalName);
        List<JdkClass> forName = jdkClasses.get(internalName);
        if (forName == null) {
            forName = new ArrayList<>();
            jdkClasses.put(internalName, forName);
        }
        forName.add(declared);
        return declared;
    }

    /** A call in application code to rewrite. */
    public void callSite(CallSite callSite) {
        List<CallSite> forName = callSites.get(callSite.name());
        if (forName == null) {
            forName = new ArrayList<>();
            callSites.put(callSite.name(), forName);
            callSiteNames.add(callSite.name());
        }
        forName.add(callSite);
    }

    /** A rewrite of application classes that is more than a call. */
    public void application(ApplicationRewrite rewrite) {
        applicationRewrites.add(rewrite);
    }

    /** Calls of a library in which threads wait. */
    public void library(LibraryCalls calls) {
        application(new LibraryRewrite(calls, epoch));
    }

    /** The declared rewrites of a JDK class, empty if no mapping names it. */
    public List<JdkClass> declaredFor(String internalName) {
        List<JdkClass> declared = jdkClasses.get(internalName);
        return declared == null ? List.of() : declared;
    }

    /** Whether any construct has declared anything for this method, given as one string of name and descriptor. */
    public boolean isDeclared(String internalName, String method) {
        for (JdkClass each : declaredFor(internalName)) {
            if (each.hasMethod(method)) {
                return true;
            }
        }
        return false;
    }

    /** Internal names of all JDK classes that are rewritten. */
    public Set<String> jdkClassNames() {
        return jdkClasses.keySet();
    }

    /** Whether fields are to be added to a JDK class, which is possible only when it is loaded. */
    public boolean addsFields(String internalName) {
        for (JdkClass each : declaredFor(internalName)) {
            if (!each.fields.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    List<CallSite> callSitesNamed(String name) {
        List<CallSite> declared = callSites.get(name);
        return declared == null ? List.of() : declared;
    }

    /** Every declared call site. */
    public List<CallSite> callSites() {
        List<CallSite> all = new ArrayList<>();
        for (List<CallSite> each : callSites.values()) {
            all.addAll(each);
        }
        return all;
    }

    /** Whether bytes of a class file are the name of a method with a declared call. */
    boolean isCallSiteName(byte[] bytes, int at, int length) {
        return callSiteNames.contains(bytes, at, length);
    }

    /** Whether anything is rewritten in the classes of the application that are observed. */
    public boolean rewritesApplication() {
        for (ApplicationRewrite each : applicationRewrites) {
            if (!each.isOfThreads()) {
                return true;
            }
        }
        return !callSites.isEmpty();
    }

    List<ApplicationRewrite> applicationRewrites() {
        return applicationRewrites;
    }
}
