package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * Receives the events that an {@link OmptDeviceMapping} reports, and delivers them to the callbacks of all tools, in the order of their start.
 *
 * <p>Thread safety: any thread; a target region and its operations on the thread that began the region, whose current task is the one
 * that encounters it. What a tool throws is counted and swallowed. After the end of the runtime, and on a thread that is inside a tool's
 * callback, nothing is delivered.
 *
 * <p>Ids are given by the runtime, unique over the run. Tools with callbacks of the newer form ({@code _emi}) have data of their own for
 * the region and its task, and an id of their own for each operation; of the two forms a tool has one. The older form has no endpoints:
 * data operations are reported at their end, when all arguments are known, submissions at their begin.
 *
 * <p>Addresses and sizes are those of the device, sizes in bytes; {@code codeptrRa} is the id of a call site, 0 for none.
 *
 * <p>Spec: OpenMP 5.1, sections 4.5.2.19 to 4.5.2.28.
 */
public interface OmptDeviceEvents {

    /**
     * A device can be used now: {@code device_initialize}.
     *
     * @param type vendor, model and properties, separated by semicolons
     * @param tracing finds the device's entry points of {@link OmptTracing}, which are called with the device that this method answers; null
     *     if it cannot be traced
     * @param documentation of entry points beyond the specification's
     * @return the device, with a number of its own, at least 1
     */
    OmptDevice addDevice(String type, @Nullable OmptFunctionLookup tracing, String documentation);

    /** A device is no longer used: {@code device_finalize}. All of its records must have been passed to the tools before. */
    void removeDevice(OmptDevice device);

    /** Code was loaded onto a device; arguments as in {@link OmptCallback.DeviceLoad}. */
    void deviceLoad(
            OmptDevice device,
            @Nullable String filename,
            long offsetInFile,
            long vmaInFile,
            long bytes,
            long hostAddr,
            long deviceAddr,
            long moduleId);

    /** Code is about to be unloaded from a device. */
    void deviceUnload(OmptDevice device, long moduleId);

    /** The calling thread begins a target region. */
    Target beginTarget(TargetKind kind, OmptDevice device, int codeptrRa);

    /** The registered id of a source position, for {@code codeptrRa}; {@code text} is {@code pkg.Class.method(File.java:line)}. */
    int callSite(String text);

    /** A target region that has begun. */
    interface Target {
        /** The id of the region, as in {@code target_id}. */
        long id();

        /** Data is mapped; the first {@code nitems} elements of each array count, flags are disjunctions of {@link TargetMapFlag}. */
        void map(int nitems, long[] hostAddr, long[] deviceAddr, long[] bytes, int[] mappingFlags, int codeptrRa);

        /** A data operation begins. */
        Operation beginDataOp(
                TargetDataOpType optype,
                long srcAddr,
                int srcDeviceNum,
                long destAddr,
                int destDeviceNum,
                long bytes,
                int codeptrRa);

        /** The host begins to submit an initial task to the device. */
        Operation beginSubmit(int requestedNumTeams);

        /** The region ends; operations end before. */
        void end();
    }

    /** An operation that has begun. */
    interface Operation {
        /** The id that the runtime has given it, as tools with the older form of callbacks see it. */
        long hostOpId();

        /** The operation ends. */
        void end();

        /** The operation ends with an address that was not known before, such as that of memory it allocated. */
        void end(long destAddr);
    }
}
