package org.ompt4j.mappings.rewrite;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;

/**
 * Reads the bytes of a class file without creating objects for their content. Most classes need not be read any further, and in the others most
 * methods need not.
 *
 * <p>Thread safety: none; the thread that loads the class.
 */
public final class ClassFileScan {
    // Tags of constants, by the specification of the JVM.
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHODREF = 10;
    private static final int INTERFACE_METHODREF = 11;
    private static final int METHOD_HANDLE = 15;
    private static final int DYNAMIC_CALL = 18;

    /** The opcode {@code wide}, which gives the next instruction operands of two bytes. */
    private static final int WIDE = 196;

    /**
     * Length of each instruction in bytes, as a digit; 0 for instructions without a fixed length and for invalid opcodes. In lines of 50, in the
     * order of the JVM specification.
     */
    private static final String LENGTHS = "11111111111111112323322222111111111111111111111111"
            + "11112222211111111111111111111111111111111111111111"
            + "11111111111111111111111111111111311111111111111111"
            + "11133333333333333332001111113333333553231133110433"
            + "55";

    /** The methods to search for among a class's constants. Names are compared first, since hardly any class has one of them. */
    interface Wanted {

        /** Whether a method of this name could be wanted. */
        boolean name(byte[] bytes, int at, int length);

        /** Whether calls of this method are wanted; asked for names that could be. */
        boolean method(String owner, String name, String descriptor);
    }

    /** Receives references to methods that are not calls. */
    interface References {

        /** A reference that is not replaced. */
        void reference(String owner, String name, String descriptor);

        /** Whether a reference that is an argument of a dynamic call is to be replaced by another one. */
        boolean isReplaced(String descriptor, Handle bootstrap, Object[] arguments);
    }

    private final byte[] bytes;
    /** The offset of each constant after its tag; 0 for none. */
    private final ClassReader reader;

    private final int constants;
    private final char[] buffer;

    /** Throws an unchecked exception if the bytes are not a class file, or have a version that the agent's ASM does not support. */
    public ClassFileScan(byte[] bytes) {
        this.bytes = bytes;
        this.reader = new ClassReader(bytes);
        this.constants = reader.getItemCount();
        this.buffer = new char[reader.getMaxStringLength()];
    }

    /** For reading the class further, and for its interfaces. */
    ClassReader reader() {
        return reader;
    }

    /** Internal name of the class. */
    String className() {
        return reader.readClass(reader.header + 2, buffer);
    }

    /**
     * Internal name of the superclass; null for {@code Object} only. Unlike the reader's own method, this one allocates no buffer for the longest
     * text.
     */
    @Nullable
    String superName() {
        return reader.readClass(reader.header + 4, buffer);
    }

    private boolean isMethod(int constant) {
        int tag = tag(constant);
        return tag == METHODREF || tag == INTERFACE_METHODREF;
    }

    /** 0 for the number after a long or double, which is unused. */
    private int tag(int constant) {
        int at = reader.getItem(constant);
        return at == 0 ? 0 : bytes[at - 1];
    }

    private String ownerOf(int method) {
        return reader.readClass(reader.getItem(method), buffer);
    }

    private String nameOf(int method) {
        return reader.readUTF8(nameAndTypeOf(method), buffer);
    }

    private String descriptorOf(int method) {
        return reader.readUTF8(nameAndTypeOf(method) + 2, buffer);
    }

    private int nameAndTypeOf(int method) {
        return reader.getItem(u2(reader.getItem(method) + 2));
    }

    /** Whether an ASCII text is among the constants. */
    boolean hasText(String ascii) {
        for (int i = 1; i < constants; i++) {
            if (tag(i) == UTF8 && isText(reader.getItem(i), ascii)) {
                return true;
            }
        }
        return false;
    }

    /** The constants that name a wanted method, by their number; null if there is none. */
    boolean @Nullable [] methodRefs(Wanted wanted) {
        boolean[] names = wantedNames(wanted);
        if (names == null) {
            return null;
        }
        boolean[] found = null;
        for (int i = 1; i < constants; i++) {
            if (isMethod(i) && names[u2(nameAndTypeOf(i))] && wanted.method(ownerOf(i), nameOf(i), descriptorOf(i))) {
                found = found == null ? new boolean[constants] : found;
                found[i] = true;
            }
        }
        return found;
    }

    /** How often the class uses each row of a table of constructs; null if it uses none. */
    int @Nullable [] uses(ConstructTable table) {
        int[] owners = ownersIn(table);
        int monitors = table.rowOfMonitors();
        if (owners == null && monitors < 0) {
            return null;
        }
        int[] uses = new int[table.rows().size()];
        if (owners != null) {
            countSubtype(table, owners, uses);
        }
        int[] rows = owners == null ? null : rowsOfCalls(table, owners);
        if (rows != null) {
            countHandles(rows, uses);
        }
        if (rows != null || monitors >= 0) {
            countInstructions(rows == null ? new int[constants] : rows, monitors, uses);
        }
        return uses;
    }

    /** By its constant, 1 + the number that a class has in the table; 0 for others. */
    private int @Nullable [] ownersIn(ConstructTable table) {
        int[] owners = null;
        for (int i = 1; i < constants; i++) {
            if (tag(i) == CLASS) {
                int name = reader.getItem(u2(reader.getItem(i)));
                int owner = table.owner(bytes, name + 2, u2(name));
                if (owner >= 0) {
                    owners = owners == null ? new int[constants] : owners;
                    owners[i] = 1 + owner;
                }
            }
        }
        return owners;
    }

    private void countSubtype(ConstructTable table, int[] owners, int[] uses) {
        if ((reader.getAccess() & Opcodes.ACC_INTERFACE) != 0) {
            return;
        }
        int header = reader.header;
        countSubtypeOf(owners[u2(header + 4)], table, uses);
        for (int i = 0; i < u2(header + 6); i++) {
            countSubtypeOf(owners[u2(header + 8 + 2 * i)], table, uses);
        }
    }

    private static void countSubtypeOf(int owner, ConstructTable table, int[] uses) {
        int row = owner == 0 ? -1 : table.rowOfSubtype(owner - 1);
        if (row >= 0) {
            uses[row]++;
        }
    }

    /** By the constant of a method, 1 + the row of its calls; 0 for none. Null if no method has a row. */
    private int @Nullable [] rowsOfCalls(ConstructTable table, int[] owners) {
        int[] rows = null;
        for (int i = 1; i < constants; i++) {
            int owner = isMethod(i) ? owners[u2(reader.getItem(i))] : 0;
            int row = owner == 0 ? -1 : table.rowOfCall(owner - 1, nameOf(i));
            if (row >= 0) {
                rows = rows == null ? new int[constants] : rows;
                rows[i] = 1 + row;
            }
        }
        return rows;
    }

    private void countHandles(int[] rows, int[] uses) {
        for (int i = 1; i < constants; i++) {
            int row = tag(i) == METHOD_HANDLE ? rows[referredBy(i)] : 0;
            if (row != 0) {
                uses[row - 1]++;
            }
        }
    }

    private void countInstructions(int[] rows, int monitors, int[] uses) {
        int at = firstMethod();
        for (int left = u2(at - 2); left > 0; left--) {
            if (monitors >= 0 && isSynchronized(at)) {
                uses[monitors]++;
            }
            int code = codeOf(at);
            if (code != 0) {
                countInstructionsOf(code, rows, monitors, uses);
            }
            at = afterMember(at);
        }
    }

    private void countInstructionsOf(int code, int[] rows, int monitors, int[] uses) {
        int end = code + u4(code - 4);
        int at = code;
        while (at < end) {
            int opcode = bytes[at] & 0xff;
            if (opcode == Opcodes.MONITORENTER && monitors >= 0) {
                uses[monitors]++;
            } else if (isCall(opcode) && rows[u2(at + 1)] != 0) {
                uses[rows[u2(at + 1)] - 1]++;
            }
            at += lengthOf(opcode, at, code);
        }
    }

    /**
     * Reports each reference to one of these methods that is not a call.
     *
     * @return these methods, and the dynamic calls whose references are to be replaced
     */
    boolean[] references(boolean[] methods, References heard) {
        if (!hasReferences(methods)) {
            return methods;
        }
        boolean[] replaced = methods.clone();
        boolean[] replacedHandles = new boolean[constants];
        boolean[] keptHandles = new boolean[constants];
        int[] bootstraps = bootstraps();
        for (int i = 1; i < constants; i++) {
            if (tag(i) == DYNAMIC_CALL) {
                int bootstrap = bootstraps[u2(reader.getItem(i))];
                replaced[i] = isReplaced(i, bootstrap, methods, heard);
                note(bootstrap, replaced[i] ? replacedHandles : keptHandles);
            }
        }
        for (int i = 1; i < constants; i++) {
            if (isReference(i, methods) && (keptHandles[i] || !replacedHandles[i])) {
                int method = referredBy(i);
                heard.reference(ownerOf(method), nameOf(method), descriptorOf(method));
            }
        }
        return replaced;
    }

    private boolean hasReferences(boolean[] methods) {
        for (int i = 1; i < constants; i++) {
            if (isReference(i, methods)) {
                return true;
            }
        }
        return false;
    }

    private boolean isReference(int constant, boolean[] methods) {
        return tag(constant) == METHOD_HANDLE && methods[referredBy(constant)];
    }

    private boolean isReplaced(int dynamicCall, int bootstrap, boolean[] methods, References heard) {
        boolean has = false;
        for (int i = 0; i < argumentsOf(bootstrap); i++) {
            has |= isReference(argument(bootstrap, i), methods);
        }
        if (!has) {
            return false;
        }
        Object[] arguments = new Object[argumentsOf(bootstrap)];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = reader.readConst(argument(bootstrap, i), buffer);
        }
        Handle method = (Handle) reader.readConst(u2(bootstrap), buffer);
        return heard.isReplaced(descriptorOf(dynamicCall), method, arguments);
    }

    private void note(int bootstrap, boolean[] arguments) {
        for (int i = 0; i < argumentsOf(bootstrap); i++) {
            arguments[argument(bootstrap, i)] = true;
        }
    }

    private int argumentsOf(int bootstrap) {
        return u2(bootstrap + 2);
    }

    private int argument(int bootstrap, int index) {
        return u2(bootstrap + 4 + 2 * index);
    }

    /** The offset of each bootstrap method with its arguments; a class with dynamic calls has these. */
    private int[] bootstraps() {
        int at = firstMethod();
        for (int left = u2(at - 2); left > 0; left--) {
            at = afterMember(at);
        }
        int attributes = u2(at);
        at += 2;
        for (int left = attributes; left > 0 && !refersTo(at, "BootstrapMethods"); left--) {
            at += 6 + u4(at + 2);
        }
        int[] found = new int[u2(at + 6)];
        int bootstrap = at + 8;
        for (int i = 0; i < found.length; i++) {
            found[i] = bootstrap;
            bootstrap += 4 + 2 * argumentsOf(bootstrap);
        }
        return found;
    }

    /** The constant of the field or method that a handle refers to. */
    private int referredBy(int handle) {
        return u2(reader.getItem(handle) + 1);
    }

    private boolean @Nullable [] wantedNames(Wanted wanted) {
        boolean[] names = null;
        for (int i = 1; i < constants; i++) {
            int at = reader.getItem(i);
            if (tag(i) == UTF8 && wanted.name(bytes, at + 2, u2(at))) {
                names = names == null ? new boolean[constants] : names;
                names[i] = true;
            }
        }
        return names;
    }

    /** Whether the class declares a method that is not static. */
    boolean declares(String name, String descriptor) {
        int at = firstMethod();
        for (int left = u2(at - 2); left > 0; left--) {
            if ((u2(at) & Opcodes.ACC_STATIC) == 0 && refersTo(at + 2, name) && refersTo(at + 4, descriptor)) {
                return true;
            }
            at = afterMember(at);
        }
        return false;
    }

    /** Whether the class has a synchronized method with code. */
    boolean declaresSynchronizedMethods() {
        int at = firstMethod();
        for (int left = u2(at - 2); left > 0; left--) {
            if (isSynchronized(at)) {
                return true;
            }
            at = afterMember(at);
        }
        return false;
    }

    /** Whether a method is synchronized and has code. */
    private boolean isSynchronized(int method) {
        return (u2(method) & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE)) == Opcodes.ACC_SYNCHRONIZED;
    }

    /** The methods that enter a monitor by an instruction, as name and descriptor in one; empty if there are none. */
    Set<String> methodsEnteringMonitors() {
        return methodsWith(null);
    }

    /** The methods that call one of these constants of the class, as name and descriptor in one. */
    Set<String> methodsCalling(boolean[] refs) {
        return methodsWith(refs);
    }

    private Set<String> methodsWith(boolean @Nullable [] refs) {
        Set<String> found = new HashSet<>();
        int at = firstMethod();
        for (int left = u2(at - 2); left > 0; left--) {
            int code = codeOf(at);
            if (code != 0 && hasInstruction(code, refs)) {
                found.add(reader.readUTF8(at + 2, buffer) + reader.readUTF8(at + 4, buffer));
            }
            at = afterMember(at);
        }
        return found;
    }

    /** The offset of the first instruction of a method; 0 if it has no code. */
    private int codeOf(int method) {
        int at = method + 8;
        for (int left = u2(method + 6); left > 0; left--) {
            if (refersTo(at, "Code")) {
                return at + 14;
            }
            at += 6 + u4(at + 2);
        }
        return 0;
    }

    /** Whether the code has a monitorenter or, if constants are given, calls one of them. */
    private boolean hasInstruction(int code, boolean @Nullable [] refs) {
        int end = code + u4(code - 4);
        int at = code;
        while (at < end) {
            int opcode = bytes[at] & 0xff;
            if (refs == null ? opcode == Opcodes.MONITORENTER : isCall(opcode) && refs[u2(at + 1)]) {
                return true;
            }
            at += lengthOf(opcode, at, code);
        }
        return false;
    }

    private int lengthOf(int opcode, int at, int code) {
        int length = opcode < LENGTHS.length() ? LENGTHS.charAt(opcode) - '0' : 0;
        return length != 0 ? length : variableLength(opcode, at, code);
    }

    private static boolean isCall(int opcode) {
        return opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC;
    }

    private int variableLength(int opcode, int at, int code) {
        if (opcode == WIDE) {
            return (bytes[at + 1] & 0xff) == Opcodes.IINC ? 6 : 4;
        }
        int operands = at + 4 - (at - code & 3);
        if (opcode == Opcodes.TABLESWITCH) {
            return operands + 12 + 4 * (u4(operands + 8) - u4(operands + 4) + 1) - at;
        }
        if (opcode == Opcodes.LOOKUPSWITCH) {
            return operands + 8 + 8 * u4(operands + 4) - at;
        }
        throw new IllegalArgumentException("no instruction has the number " + opcode);
    }

    private int firstMethod() {
        int at = reader.header + 8 + 2 * u2(reader.header + 6);
        int fields = u2(at);
        at += 2;
        for (int left = fields; left > 0; left--) {
            at = afterMember(at);
        }
        return at + 2;
    }

    private int afterMember(int member) {
        int at = member + 8;
        for (int left = u2(member + 6); left > 0; left--) {
            at += 6 + u4(at + 2);
        }
        return at;
    }

    /** Whether the number at this offset refers to this ASCII text. */
    private boolean refersTo(int at, String ascii) {
        return isText(reader.getItem(u2(at)), ascii);
    }

    private boolean isText(int at, String ascii) {
        return is(bytes, at + 2, u2(at), ascii);
    }

    /** Whether bytes of a class file are an ASCII word. */
    static boolean is(byte[] bytes, int at, int length, String ascii) {
        if (length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[at + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int u2(int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    private int u4(int at) {
        return u2(at) << 16 | u2(at + 2);
    }
}
