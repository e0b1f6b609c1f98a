package org.ompt4j.e2e;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.PrimitiveValue;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.LocatableEvent;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.StepRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A session with a debugger: stops at the first entry of a method and steps through it line by line, over calls.
 *
 * <p>Thread safety: one thread.
 */
final class DebugSession {

    private final VirtualMachine vm;
    private final String method;
    private final List<String> seen = new ArrayList<>();
    private boolean over;

    private DebugSession(VirtualMachine vm, String method) {
        this.vm = vm;
        this.method = method;
    }

    /**
     * Goes through a method of a JVM that waits for a debugger, and lets the program run to its end.
     *
     * @return each line where the debugger stopped, with the local variables there, and the place to which the method returned
     */
    static List<String> walk(String host, int port, String className, String method)
            throws IOException, InterruptedException {
        VirtualMachine vm = connect(host, port);
        DebugSession session = new DebugSession(vm, method);
        ClassPrepareRequest prepared = vm.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(className);
        prepared.enable();
        try {
            session.run();
        } catch (VMDisconnectedException ended) {
            // The connection has ended before the event of the end was read.
            session.over = true;
        }
        return session.seen;
    }

    private static VirtualMachine connect(String host, int port) throws IOException {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue(host);
        arguments.get("port").setValue(Integer.toString(port));
        try {
            return connector.attach(arguments);
        } catch (IllegalConnectorArgumentsException e) {
            throw new IOException(e);
        }
    }

    private void run() throws InterruptedException {
        while (!over) {
            EventSet events = vm.eventQueue().remove();
            for (Event each : events) {
                hear(each);
            }
            events.resume();
        }
    }

    private void hear(Event event) {
        if (event instanceof ClassPrepareEvent) {
            breakAtEntry(((ClassPrepareEvent) event).referenceType());
        } else if (event instanceof BreakpointEvent) {
            // Stop only once: other threads and later calls must continue.
            event.request().disable();
            look((LocatableEvent) event);
            step(((BreakpointEvent) event).thread());
        } else if (event instanceof StepEvent) {
            if (!look((LocatableEvent) event)) {
                event.request().disable();
            }
        } else if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
            over = true;
        }
    }

    private void breakAtEntry(ReferenceType type) {
        BreakpointRequest entry = vm.eventRequestManager()
                .createBreakpointRequest(type.methodsByName(method).get(0).location());
        entry.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        entry.enable();
    }

    private void step(ThreadReference thread) {
        StepRequest step =
                vm.eventRequestManager().createStepRequest(thread, StepRequest.STEP_LINE, StepRequest.STEP_OVER);
        step.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        step.enable();
    }

    /** Records the line and the variables; returns false if the thread has left the method. */
    private boolean look(LocatableEvent event) {
        Location at = event.location();
        boolean inside = at.method().name().equals(method);
        String line = at.method().name() + ":" + at.lineNumber();
        try {
            seen.add(inside ? line + " " + locals(event.thread().frame(0)) : line);
        } catch (IncompatibleThreadStateException | AbsentInformationException e) {
            throw new AssertionError("at " + at, e);
        }
        return inside;
    }

    private static Map<String, String> locals(StackFrame frame) throws AbsentInformationException {
        Map<String, String> values = new TreeMap<>();
        for (LocalVariable each : frame.visibleVariables()) {
            values.put(each.name(), text(frame.getValue(each)));
        }
        return values;
    }

    private static String text(Value value) {
        return value == null || value instanceof PrimitiveValue
                ? String.valueOf(value)
                : value.type().name();
    }
}
