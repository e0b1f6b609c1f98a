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

/** A target region of a device mapping, and what tools keep about it. Owner thread only. */
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

    /** What one tool keeps about the region and its task. */
    private record Data(OmptData target, OmptData targetTask) {}

    TargetRegion(Devices devices, Core core, TargetKind kind, int deviceNum, int codeptrRa) {
        this.devices = devices;
        this.core = core;
        this.kind = kind;
        this.deviceNum = deviceNum;
        this.codeptrRa = codeptrRa;
        this.id = core.uniqueId();
        this.targetTaskId = core.uniqueId();
        OmptThread thread = core.currentThread();
        this.encounteringTaskId = thread == null ? 0 : thread.taskId();
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
        return encounteringTaskId == 0 ? null : tool.taskData(encounteringTaskId);
    }

    @Override
    public long id() {
        return id;
    }

    int deviceNum() {
        return deviceNum;
    }

    /** The id of the operation that is going on, 0 if none is. */
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
        devices.deliver(new Devices.Delivery() {
            @Override
            public void to(ToolSession tool) {
                target(tool, endpoint);
            }
        });
    }

    private void target(ToolSession tool, ScopeEndpoint endpoint) {
        OmptCallback.Target older = (OmptCallback.Target) tool.callback(Event.TARGET);
        OmptCallback.TargetEmi newer = (OmptCallback.TargetEmi) tool.callback(Event.TARGET_EMI);
        Event event = newer != null ? Event.TARGET_EMI : Event.TARGET;
        try {
            if (newer != null) {
                Data data = data(tool);
                newer.targetEmi(
                        kind, endpoint, deviceNum, encounteringTask(tool), data.targetTask(), data.target(), codeptrRa);
            } else if (older != null) {
                older.target(kind, endpoint, deviceNum, encounteringTask(tool), id, codeptrRa);
            }
        } catch (Throwable thrown) {
            tool.callbackThrew(event, thrown);
        }
    }

    @Override
    public void map(
            int nitems, long[] hostAddr, long[] deviceAddr, long[] bytes, int[] mappingFlags, int mapCodeptrRa) {
        devices.deliver(new Devices.Delivery() {
            @Override
            public void to(ToolSession tool) {
                OmptCallback.TargetMap older = (OmptCallback.TargetMap) tool.callback(Event.TARGET_MAP);
                OmptCallback.TargetMapEmi newer = (OmptCallback.TargetMapEmi) tool.callback(Event.TARGET_MAP_EMI);
                Event event = newer != null ? Event.TARGET_MAP_EMI : Event.TARGET_MAP;
                try {
                    if (newer != null) {
                        OmptData target = data(tool).target();
                        newer.targetMapEmi(target, nitems, hostAddr, deviceAddr, bytes, mappingFlags, mapCodeptrRa);
                    } else if (older != null) {
                        older.targetMap(id, nitems, hostAddr, deviceAddr, bytes, mappingFlags, mapCodeptrRa);
                    }
                } catch (Throwable thrown) {
                    tool.callbackThrew(event, thrown);
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
        DataOp operation = new DataOp(optype, srcAddr, srcDeviceNum, destAddr, destDeviceNum, bytes, opCodeptrRa);
        operation.begin();
        return operation;
    }

    @Override
    public OmptDeviceEvents.Operation beginSubmit(int requestedNumTeams) {
        Submission operation = new Submission(requestedNumTeams);
        operation.begin();
        return operation;
    }

    /** What is done in the region; each tool of the newer form has a number of its own for it. */
    private abstract class AnOperation implements OmptDeviceEvents.Operation {
        private final long hostOpId = core.uniqueId();
        private final Map<ToolSession, long[]> ofTools = new HashMap<>();

        @Override
        public long hostOpId() {
            return hostOpId;
        }

        long[] ofTool(ToolSession tool) {
            long[] known = ofTools.get(tool);
            if (known == null) {
                known = new long[1];
                ofTools.put(tool, known);
            }
            return known;
        }

        void begin() {
            openOperation = hostOpId;
            report(ScopeEndpoint.BEGIN);
        }

        @Override
        public void end() {
            report(ScopeEndpoint.END);
            openOperation = 0;
        }

        private void report(ScopeEndpoint endpoint) {
            devices.deliver(new Devices.Delivery() {
                @Override
                public void to(ToolSession tool) {
                    report(tool, endpoint);
                }
            });
        }

        abstract void report(ToolSession tool, ScopeEndpoint endpoint);
    }

    private final class DataOp extends AnOperation {
        private final TargetDataOpType optype;
        private final long srcAddr;
        private final int srcDeviceNum;
        private final int destDeviceNum;
        private final long bytes;
        private final int opCodeptrRa;
        private long destAddr;

        DataOp(
                TargetDataOpType optype,
                long srcAddr,
                int srcDeviceNum,
                long destAddr,
                int destDeviceNum,
                long bytes,
                int opCodeptrRa) {
            this.optype = optype;
            this.srcAddr = srcAddr;
            this.srcDeviceNum = srcDeviceNum;
            this.destAddr = destAddr;
            this.destDeviceNum = destDeviceNum;
            this.bytes = bytes;
            this.opCodeptrRa = opCodeptrRa;
        }

        @Override
        public void end(long knownDestAddr) {
            destAddr = knownDestAddr;
            end();
        }

        @Override
        void report(ToolSession tool, ScopeEndpoint endpoint) {
            OmptCallback.TargetDataOp older = (OmptCallback.TargetDataOp) tool.callback(Event.TARGET_DATA_OP);
            OmptCallback.TargetDataOpEmi newer = (OmptCallback.TargetDataOpEmi) tool.callback(Event.TARGET_DATA_OP_EMI);
            Event event = newer != null ? Event.TARGET_DATA_OP_EMI : Event.TARGET_DATA_OP;
            try {
                if (newer != null) {
                    Data data = data(tool);
                    newer.targetDataOpEmi(
                            endpoint,
                            data.targetTask(),
                            data.target(),
                            ofTool(tool),
                            optype,
                            srcAddr,
                            srcDeviceNum,
                            destAddr,
                            destDeviceNum,
                            bytes,
                            opCodeptrRa);
                } else if (older != null && endpoint == ScopeEndpoint.END) {
                    older.targetDataOp(
                            id, hostOpId(), optype, srcAddr, srcDeviceNum, destAddr, destDeviceNum, bytes, opCodeptrRa);
                }
            } catch (Throwable thrown) {
                tool.callbackThrew(event, thrown);
            }
        }
    }

    private final class Submission extends AnOperation {
        private final int requestedNumTeams;

        Submission(int requestedNumTeams) {
            this.requestedNumTeams = requestedNumTeams;
        }

        @Override
        public void end(long destAddr) {
            end();
        }

        @Override
        void report(ToolSession tool, ScopeEndpoint endpoint) {
            OmptCallback.TargetSubmit older = (OmptCallback.TargetSubmit) tool.callback(Event.TARGET_SUBMIT);
            OmptCallback.TargetSubmitEmi newer = (OmptCallback.TargetSubmitEmi) tool.callback(Event.TARGET_SUBMIT_EMI);
            Event event = newer != null ? Event.TARGET_SUBMIT_EMI : Event.TARGET_SUBMIT;
            try {
                if (newer != null) {
                    newer.targetSubmitEmi(endpoint, data(tool).target(), ofTool(tool), requestedNumTeams);
                } else if (older != null && endpoint == ScopeEndpoint.BEGIN) {
                    older.targetSubmit(id, hostOpId(), requestedNumTeams);
                }
            } catch (Throwable thrown) {
                tool.callbackThrew(event, thrown);
            }
        }
    }
}
