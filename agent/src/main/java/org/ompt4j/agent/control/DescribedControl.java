package org.ompt4j.agent.control;

import java.util.List;
import java.util.Map;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.StandardMBean;

/** The commands as an MBean that tells a client what each of them does and what its parameters are. Thread safety: any thread. */
final class DescribedControl extends StandardMBean {
    private static final Map<String, String> MEANINGS = Map.of(
            "start", "Starts or resumes recording.",
            "pause", "Records nothing until the next start.",
            "flush", "Makes readable what has been gathered.",
            "end", "Ends recording for good; the program goes on.",
            "control", "Gives the tools any command.");

    private static final List<String> PARAMETERS = List.of("command", "modifier", "arg");

    private static final List<String> PARAMETER_MEANINGS =
            List.of("The command: from 64 on one of a tool's own.", "A number for the tool.", "A text for the tool.");

    DescribedControl(ControlMXBean control) {
        super(control, ControlMXBean.class, true);
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return "Commands to the tools of OMPT4J. They return 0 for done, 1 for ignored, -1 if no tool takes commands, -2 if no"
                + " tool runs, -3 if there is no answer within 10 seconds, and otherwise what the tool answers.";
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation) {
        return MEANINGS.getOrDefault(operation.getName(), operation.getName());
    }

    @Override
    protected int getImpact(MBeanOperationInfo operation) {
        return MBeanOperationInfo.ACTION;
    }

    @Override
    protected String getParameterName(MBeanOperationInfo operation, MBeanParameterInfo parameter, int index) {
        return PARAMETERS.get(index);
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation, MBeanParameterInfo parameter, int index) {
        return PARAMETER_MEANINGS.get(index);
    }
}
