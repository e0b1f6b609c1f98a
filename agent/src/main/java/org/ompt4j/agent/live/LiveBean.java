package org.ompt4j.agent.live;

import java.util.ArrayList;
import java.util.List;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenMBeanInfoSupport;
import org.jspecify.annotations.Nullable;

/**
 * The data of {@code top} as the only attribute of an MBean: read-only, of open types. No thread is sampled while no client reads the attribute.
 *
 * <p>Thread safety: any thread.
 */
public final class LiveBean implements DynamicMBean {
    /** The name under which the MBean is registered. */
    public static final String NAME = "org.ompt4j:type=Live";

    private static final String ATTRIBUTE = "Window";

    @Override
    public @Nullable Object getAttribute(String name) throws AttributeNotFoundException {
        if (!name.equals(ATTRIBUTE)) {
            throw new AttributeNotFoundException(name);
        }
        return LiveOpenTypes.of(LiveWatches.read());
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        List<Attribute> found = new ArrayList<>();
        for (String each : names) {
            if (each.equals(ATTRIBUTE)) {
                found.add(new Attribute(ATTRIBUTE, LiveOpenTypes.of(LiveWatches.read())));
            }
        }
        return new AttributeList(found);
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException("nothing can be written");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public @Nullable Object invoke(String action, Object @Nullable [] arguments, String @Nullable [] types)
            throws ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(action), "there are no operations");
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        OpenMBeanAttributeInfo window = new OpenMBeanAttributeInfoSupport(
                ATTRIBUTE,
                "What threads were seen doing in the last second, by looking at them.",
                LiveOpenTypes.WINDOW,
                true,
                false,
                false);
        return new OpenMBeanInfoSupport(
                LiveBean.class.getName(),
                "What the command top shows.",
                new OpenMBeanAttributeInfo[] {window},
                null,
                null,
                null);
    }
}
