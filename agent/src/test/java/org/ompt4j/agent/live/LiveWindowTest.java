package org.ompt4j.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

/** The code that writes a window as text and as open types names each member: no member of the window or of its rows may be missing. */
class LiveWindowTest {
    /** Members of the window whose open types have another name. */
    private static final Map<String, String> ITEMS = Map.of("threads", "threadCount", "rows", "threads");

    private long lastNumber;

    @Test
    void textHasEveryMember() throws ReflectiveOperationException {
        LiveWindow window = window();

        assertThat(WindowText.parse(WindowText.of(window))).isEqualTo(window);
    }

    @Test
    void openTypesHaveEveryMemberAndNothingElse() throws ReflectiveOperationException {
        LiveWindow window = window();

        assertThat(membersOf(LiveOpenTypes.of(window))).isEqualTo(membersOf(window));
    }

    /** A window with two rows of each kind; all values differ. */
    private LiveWindow window() throws ReflectiveOperationException {
        return (LiveWindow) valueOf(LiveWindow.class);
    }

    private Object valueOf(Type type) throws ReflectiveOperationException {
        if (type == long.class) {
            return ++lastNumber;
        }
        if (type == String.class) {
            return "text " + ++lastNumber;
        }
        if (type instanceof ParameterizedType list) {
            Type element = list.getActualTypeArguments()[0];
            return List.of(valueOf(element), valueOf(element));
        }
        return recordOf((Class<?>) type);
    }

    private Object recordOf(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] members = type.getRecordComponents();
        Object[] values = new Object[members.length];
        for (int i = 0; i < members.length; i++) {
            values[i] = valueOf(members[i].getGenericType());
        }
        Class<?>[] types = Arrays.stream(members).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return type.getConstructor(types).newInstance(values);
    }

    /** The members of a record, the items of open data, the elements of a list or an array; other values unchanged. */
    private static Object membersOf(Object value) throws ReflectiveOperationException {
        if (value instanceof CompositeData data) {
            Map<String, Object> items = new LinkedHashMap<>();
            for (String each : data.getCompositeType().keySet()) {
                items.put(each, membersOf(data.get(each)));
            }
            return items;
        }
        if (value instanceof Record) {
            Map<String, Object> members = new LinkedHashMap<>();
            for (RecordComponent each : value.getClass().getRecordComponents()) {
                members.put(itemOf(each), membersOf(each.getAccessor().invoke(value)));
            }
            return members;
        }
        if (value instanceof Object[] array) {
            return elementsOf(Arrays.asList(array));
        }
        return value instanceof List<?> list ? elementsOf(list) : value;
    }

    private static List<Object> elementsOf(List<?> values) throws ReflectiveOperationException {
        List<Object> elements = new ArrayList<>();
        for (Object each : values) {
            elements.add(membersOf(each));
        }
        return elements;
    }

    private static String itemOf(RecordComponent member) {
        String name = member.getName();
        return member.getDeclaringRecord() == LiveWindow.class ? ITEMS.getOrDefault(name, name) : name;
    }
}
