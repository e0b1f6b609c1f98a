package org.ompt4j.emitter.tool;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDeviceEvents;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TargetDataOpType;
import org.ompt4j.ompt.TargetKind;

/** A target region of a device mapping, with the data of the tools. Owner thread only. */
// A pin works as long as it is open.
@SuppressWarnings("try")
final class TargetRegion implements OmptDeviceEvents.Target {
    private final Devices devices;
    private final Core core;
    private final TargetKind kind;
    private final int deviceNum;
    private final int codeptrRa;
    private final long id;
    private final long targetTaskId;
    private final long encounteringTaskId;
    private final Map<ToolSession, Data> byTool = new HashMap<>();
    private @Nullable TargetRegion outer;
    private long openOperation;

    /** The data of one tool for the region and its task. */
    private record Data(OmptData target, OmptData targetTask) {}

    TargetRegion(Devices devices, Core core, TargetKind kind, int deviceNum, int codeptrRa) {
        this.devices = devices;
        this.core = core;
        this.kind = kind;
        this.deviceNum = deviceNum;
        this.codeptrRa = codeptrRa;
        this.id = core.uniqueId();
        this.targetTaskId = core.uniqueId();
        this.encounteringTaskId = currentTaskId();
    }

    private long currentTaskId() {
        try (Core.Pin pinned = core.pin()) {
            OmptThread thread = core.currentThread();
            return thread == null ? 0 : thread.taskId();
        }
    }

    private Data data(ToolSession tool) {
        Data known = byTool.get(tool);
        if (known == null) {
            known = new Data(new OmptData(id), new OmptData(targetTaskId));
            byTool.put(tool, known);
        }
        return known;
    }

    private @Nullable OmptData encounteringTask(ToolSession tool) {
        return encounteringTaskId == 0 ? null : tool.data().ofTask(encounteringTaskId);
    }

    @Override
    public long id() {
        return id;
    }

    int deviceNum() {
        return deviceNum;
    }

    /** The id of the present operation, 0 if there is none. */
    long openOperation() {
        return openOperation;
    }

    void begin() {
        outer = devices.currentTarget();
        devices.currentTarget(this);
        report(ScopeEndpoint.BEGIN);
    }

    @Override
    public void end() {
        report(ScopeEndpoint.END);
        devices.currentTarget(outer);
    }

    private void report(ScopeEndpoint endpoint) {
        devices.deliver(new Devices.Report(Event.TARGET) {
            @Override
            void call(ToolSession tool, Event form, OmptCallback callback) {
                OmptData task = encounteringTask(tool);
                if (form == Event.TARGET) {
                    ((OmptCallback.Target) callback).target(kind, endpoint, deviceNum, task, id, codeptrRa);
                } else {
                    Data data = data(tool);
                    ((OmptCallback.TargetEmi) callback)
                            .targetEmi(kind, endpoint, deviceNum, task, data.targetTask(), data.target(), codeptrRa);
                }
            }
        });
    }

    @Override
    public void map(
            int nitems, long[] hostAddr, long[] deviceAddr, long[] bytes, int[] mappingFlags, int mapCodeptrRa) {
        devices.deliver(new Devices.Report(Event.TARGET_MAP) {
            @Override
            void call(ToolSession tool, Event form, OmptCallback callback) {
                if (form == Event.TARGET_MAP) {
                    ((OmptCallback.TargetMap) callback)
                            .targetMap(id, nitems, hostAddr, deviceAddr, bytes, mappingFlags, mapCodeptrRa);
                } else {
                    ((OmptCallback.TargetMapEmi) callback)
                            .targetMapEmi(
                                    data(tool).target(),
                                    nitems,
                                    hostAddr,
                                    deviceAddr,
                                    bytes,
                                    mappingFlags,
                                    mapCodeptrRa);
                }
            }
        });
    }

    @Override
    public OmptDeviceEvents.Operation beginDataOp(
            TargetDataOpType optype,
            long srcAddr,
            int srcDeviceNum,
            long destAddr,
            int destDeviceNum,
            long bytes,
            int opCodeptrRa) {
        return new AnOperation(Event.TARGET_DATA_OP, destAddr) {
            @Override
            void call(ToolSession tool, Event form, OmptCallback callback) {
                if (form == Event.TARGET_DATA_OP_EMI) {
                    Data data = data(tool);
                    ((OmptCallback.TargetDataOpEmi) callback)
                            .targetDataOpEmi(
                                    endpoint(),
                                    data.targetTask(),
                                    data.target(),
                                    ofTool(tool),
                                    optype,
                                    srcAddr,
                                    srcDeviceNum,
                                    destAddr(),
                                    destDeviceNum,
                                    bytes,
                                    opCodeptrRa);
                } else if (endpoint() == ScopeEndpoint.END) {
                    ((OmptCallback.TargetDataOp) callback)
                            .targetDataOp(
                                    id,
                                    hostOpId(),
                                    optype,
                                    srcAddr,
                                    srcDeviceNum,
                                    destAddr(),
                                    destDeviceNum,
                                    bytes,
                                    opCodeptrRa);
                }
            }
        }.begin();
    }

    @Override
    public OmptDeviceEvents.Operation beginSubmit(int requestedNumTeams) {
        return new AnOperation(Event.TARGET_SUBMIT, 0) {
            @Override
            void call(ToolSession tool, Event form, OmptCallback callback) {
                if (form == Event.TARGET_SUBMIT_EMI) {
                    ((OmptCallback.TargetSubmitEmi) callback)
                            .targetSubmitEmi(endpoint(), data(tool).target(), ofTool(tool), requestedNumTeams);
                } else if (endpoint() == ScopeEndpoint.BEGIN) {
                    ((OmptCallback.TargetSubmit) callback).targetSubmit(id, hostOpId(), requestedNumTeams);
                }
            }
        }.begin();
    }

    /** An operation in the region; each tool with a callback of the newer form can store a number of its own for it. */
    private abstract class AnOperation extends Devices.Report implements OmptDeviceEvents.Operation {
        private final long hostOpId = core.uniqueId();
        private final Map<ToolSession, long[]> ofTools = new HashMap<>();
        private ScopeEndpoint endpoint = ScopeEndpoint.BEGIN;
        private long destAddr;

        AnOperation(Event event, long destAddr) {
            super(event);
            this.destAddr = destAddr;
        }

        @Override
        public long hostOpId() {
            return hostOpId;
        }

        /** Whether the begin or the end of the operation is being reported. */
        ScopeEndpoint endpoint() {
            return endpoint;
        }

        /** The destination address of the data, which is often known only at the end. */
        long destAddr() {
            return destAddr;
        }

        long[] ofTool(ToolSession tool) {
            long[] known = ofTools.get(tool);
            if (known == null) {
                known = new long[1];
                ofTools.put(tool, known);
            }
            return known;
        }

        AnOperation begin() {
            openOperation = hostOpId;
            devices.deliver(this);
            return this;
        }

        @Override
        public void end() {
            endpoint = ScopeEndpoint.END;
            devices.deliver(this);
            openOperation = 0;
        }

        @Override
        public void end(long knownDestAddr) {
            destAddr = knownDestAddr;
            end();
        }
    }
}
