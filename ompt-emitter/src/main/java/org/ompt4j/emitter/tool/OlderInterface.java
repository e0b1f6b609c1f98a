package org.ompt4j.emitter.tool;

import java.util.List;
import java.util.function.Function;
import org.ompt4j.ompt.OmptTool;

/**
 * An older generation of the interface. Its two classes are in the module ompt-views. They are loaded by {@link ToolEnvironment#viewLoader}, and only
 * when a tool of that generation is found.
 *
 * @param toolType name of the interface that such a tool implements, which is also the name of its service file
 * @param viewType name of the class that adapts such a tool to the present interface: a function from the older tool to the present one, with a
 *     public constructor without parameters, called only by the starting thread
 */
record OlderInterface(String toolType, String viewType) {

    /** The newest generation comes first: if a library offers a tool in several generations, the newest is used. */
    static final List<OlderInterface> ALL = List.of(
            new OlderInterface("org.ompt4j.views.tr4.Tr4Tool", "org.ompt4j.views.tr4.Tr4View"),
            new OlderInterface("org.ompt4j.views.v2.V2Tool", "org.ompt4j.views.v2.V2View"),
            new OlderInterface("org.ompt4j.views.tr2.Tr2Tool", "org.ompt4j.views.tr2.Tr2View"),
            new OlderInterface("org.ompt4j.views.collector.CollectorTool", "org.ompt4j.views.collector.CollectorView"));

    @SuppressWarnings("unchecked")
    Function<Object, OmptTool> view(ClassLoader loader) throws ReflectiveOperationException {
        return (Function<Object, OmptTool>)
                Class.forName(viewType, true, loader).getConstructor().newInstance();
    }

    Class<?> type(ClassLoader loader) throws ClassNotFoundException {
        return Class.forName(toolType, false, loader);
    }
}
