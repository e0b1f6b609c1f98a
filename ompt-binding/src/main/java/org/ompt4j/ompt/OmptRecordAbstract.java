package org.ompt4j.ompt;

/**
 * The information that is available for native records of every device.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.3.3 ({@code ompt_record_abstract_t}).
 *
 * @param rclass whether it records an event or is information
 * @param type the device's own name for the type of the event
 * @param startTime device time at which the event began
 * @param endTime device time at which it ended
 * @param hwid the id of the hardware in the device on which it happened
 */
public record OmptRecordAbstract(NativeRecordKind rclass, String type, long startTime, long endTime, long hwid) {}
