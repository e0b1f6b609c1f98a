package org.ompt4j.emitter.tool;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.UnobservedScope;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptDeviceEvents;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.TargetKind;

/**
 * The devices other than the host, and the delivery of their events to the tools.
 *
 * <p>Thread safety: any thread.
 */
final class Devices implements OmptDeviceEvents {
    private final ToolHost tools;
    private final Core core;
    private final List<Device> present = new ArrayList<>();
    private final ThreadLocal<TargetRegion> current = new ThreadLocal<>();
    private int added;
    private volatile boolean over;

    Devices(ToolHost tools, Core core) {
        this.tools = tools;
        this.core = core;
    }

    /** A device of a mapping. */
    private record Device(int deviceNum) implements OmptDevice {}

    /** An action for one tool. */
    interface Delivery {
        void to(ToolSession tool);
    }

    /** An event on its way to the tools that have a callback for it, in the newer form of the event if there is one. */
    abstract static class Report implements Delivery {
        private final Event event;
        private final @Nullable Event newer;

        /** @param event in its older form */
        Report(Event event) {
            this.event = event;
            this.newer = Callbacks.otherForm(event);
        }

        @Override
        public final void to(ToolSession tool) {
            Event form = newer != null && tool.callback(newer) != null ? newer : event;
            OmptCallback callback = tool.callback(form);
            if (callback == null) {
                return;
            }
            try {
                call(tool, form, callback);
            } catch (Throwable thrown) {
                tool.callbackThrew(form, thrown);
            }
        }

        /** Calls the callback, whose type belongs to this form of the event. */
        abstract void call(ToolSession tool, Event form, OmptCallback callback);
    }

    /** Runs the action for each running tool, without being observed. No effect inside a callback or after the end. */
    void deliver(Delivery delivery) {
        if (over) {
            return;
        }
        UnobservedScope call = UnobservedScope.enter();
        if (call == null) {
            return;
        }
        boolean wasInterrupted = core.isInterrupted();
        try {
            for (ToolSession each : tools.running()) {
                delivery.to(each);
            }
        } finally {
            core.giveBack(core.currentThread(), wasInterrupted);
            call.leave();
        }
    }

    /** The present devices, without the host. */
    int count() {
        synchronized (present) {
            return present.size();
        }
    }

    /** Reports the end of all devices, the last one first, to a tool that ends. */
    void finalizeFor(ToolSession tool) {
        List<Device> devices;
        synchronized (present) {
            devices = new ArrayList<>(present);
        }
        Collections.reverse(devices);
        for (Device each : devices) {
            tool.deviceFinalize(each.deviceNum());
        }
    }

    void finish() {
        over = true;
    }

    /** The target region that the calling thread is in, or null. */
    @Nullable
    TargetRegion currentTarget() {
        return current.get();
    }

    void currentTarget(@Nullable TargetRegion region) {
        if (region == null) {
            current.remove();
        } else {
            current.set(region);
        }
    }

    @Override
    public OmptDevice addDevice(String type, @Nullable OmptFunctionLookup tracing, String documentation) {
        Device device;
        synchronized (present) {
            device = new Device(++added);
            present.add(device);
        }
        deliver(new Delivery() {
            @Override
            public void to(ToolSession tool) {
                tool.deviceInitialize(device.deviceNum(), type, device, tracing, documentation);
            }
        });
        return device;
    }

    @Override
    public void removeDevice(OmptDevice device) {
        synchronized (present) {
            if (!present.remove(device)) {
                return;
            }
        }
        deliver(new Delivery() {
            @Override
            public void to(ToolSession tool) {
                tool.deviceFinalize(device.deviceNum());
            }
        });
    }

    @Override
    public void deviceLoad(
            OmptDevice device,
            @Nullable String filename,
            long offsetInFile,
            long vmaInFile,
            long bytes,
            long hostAddr,
            long deviceAddr,
            long moduleId) {
        deliver(new Report(Event.DEVICE_LOAD) {
            @Override
            void call(ToolSession tool, Event form, OmptCallback callback) {
                ((OmptCallback.DeviceLoad) callback)
                        .deviceLoad(
                                device.deviceNum(),
                                filename,
                                offsetInFile,
                                vmaInFile,
                                bytes,
                                hostAddr,
                                deviceAddr,
                                moduleId);
            }
        });
    }

    @Override
    public void deviceUnload(OmptDevice device, long moduleId) {
        deliver(new Report(Event.DEVICE_UNLOAD) {
            @Override
            void call(ToolSession tool, Event form, OmptCallback callback) {
                ((OmptCallback.DeviceUnload) callback).deviceUnload(device.deviceNum(), moduleId);
            }
        });
    }

    @Override
    public Target beginTarget(TargetKind kind, OmptDevice device, int codeptrRa) {
        TargetRegion region = new TargetRegion(this, core, kind, device.deviceNum(), codeptrRa);
        region.begin();
        return region;
    }

    @Override
    public int callSite(String text) {
        return Definitions.callSite(text);
    }
}
