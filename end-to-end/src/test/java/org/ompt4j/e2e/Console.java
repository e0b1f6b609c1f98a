package org.ompt4j.e2e;

import com.sun.tools.attach.VirtualMachine;
import java.util.Set;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Connects to a JVM in the same way as consoles for JMX. */
final class Console {
    private Console() {}

    /** Makes the JVM listen, if it does not yet, and connects to it. */
    static JMXConnector connect(long pid) throws Exception {
        VirtualMachine target = VirtualMachine.attach(Long.toString(pid));
        String address;
        try {
            address = target.startLocalManagementAgent();
        } finally {
            target.detach();
        }
        return JMXConnectorFactory.connect(new JMXServiceURL(address));
    }

    /** The names of the agent's beans in this JVM. */
    static Set<ObjectName> beans(long pid) throws Exception {
        try (JMXConnector connector = connect(pid)) {
            return connector.getMBeanServerConnection().queryNames(new ObjectName("org.ompt4j:*"), null);
        }
    }
}
