package org.ompt4j.tools.read;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptRecord;

/**
 * Reads the members of records by their declaration in {@link Member}, for those that treat all events alike. Thread safety: immutable.
 *
 * <p>Cost: a reflective call and a box per member; who asks for one kind of record takes its own type instead.
 */
final class RecordMembers {
    private static final Map<Class<?>, Map<Member, Method>> ACCESSORS = new HashMap<>();

    static {
        for (Class<?> each : OmptRecord.class.getPermittedSubclasses()) {
            ACCESSORS.put(each, accessorsOf(each));
        }
    }

    private static final Map<Member, Method> OF_DEPENDENCE = accessorsOf(OmptDependence.class);

    private RecordMembers() {}

    private static Map<Member, Method> accessorsOf(Class<?> record) {
        Map<Member, Method> accessors = new EnumMap<>(Member.class);
        for (RecordComponent each : record.getRecordComponents()) {
            String name = each.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
            for (Member member : Member.values()) {
                if (name.equals(componentOf(member)) && canBeOf(member, each.getType())) {
                    accessors.put(member, each.getAccessor());
                }
            }
        }
        return accessors;
    }

    private static String componentOf(Member member) {
        return member == Member.START ? "instance" : member.specName();
    }

    /* Members of several events have one name: kinds are told apart by their type, and of flags a record has one kind. */
    private static boolean canBeOf(Member member, Class<?> component) {
        return member.type() != Member.Type.ENUMERATOR || component == member.valueType();
    }

    /**
     * The value of one of the event's members: an enumerator, a number, a truth value or a text; null if the record has none, because it is a
     * member of ours beside the record.
     */
    static @Nullable Object value(OmptRecord record, Member member) {
        if (record instanceof OmptRecord.Dependences dependences && OF_DEPENDENCE.containsKey(member)) {
            return value(dependences.dep(), OF_DEPENDENCE.get(member));
        }
        return value(record, ACCESSORS.getOrDefault(record.getClass(), Map.of()).get(member));
    }

    private static @Nullable Object value(Object record, @Nullable Method accessor) {
        try {
            return accessor == null ? null : accessor.invoke(record);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
