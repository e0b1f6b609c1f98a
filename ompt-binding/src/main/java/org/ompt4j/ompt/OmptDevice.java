package org.ompt4j.ompt;

/**
 * A device, as an argument of the functions of its tracing interface. Opaque to tools.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.5 ({@code ompt_device_t}).
 */
public interface OmptDevice {
    /** The host, which is the only device as long as no device mapping adds another one. */
    int HOST = 0;

    /** An address that is not known ({@code ompt_addr_none}). */
    long ADDR_NONE = ~0L;

    /** The number under which callbacks name the device, 0 for the host. */
    int deviceNum();
}
