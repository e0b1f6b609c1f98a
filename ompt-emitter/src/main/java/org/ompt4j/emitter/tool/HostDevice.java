package org.ompt4j.emitter.tool;

import org.ompt4j.ompt.OmptDevice;

/** This JVM as device 0. Thread safety: immutable. */
final class HostDevice implements OmptDevice {
    /** Documentation of what the lookup function offers beyond the specification. */
    static final String DOCUMENTATION =
            "ompt4j_get_dropped_records (OmptTracing.GetDroppedRecords): records that were lost";

    @Override
    public int deviceNum() {
        return HOST;
    }

    /** Vendor, model and properties, separated by semicolons. */
    String type() {
        return property("java.vm.vendor") + ";" + property("java.vm.name") + ";version=" + property("java.vm.version")
                + ";arch=" + property("os.arch") + ";processors="
                + Runtime.getRuntime().availableProcessors();
    }

    /** A system property without semicolons, which would end the part. */
    private static String property(String name) {
        return System.getProperty(name, "unknown").replace(';', ',');
    }

    @Override
    public String toString() {
        return "device 0, the host";
    }
}
