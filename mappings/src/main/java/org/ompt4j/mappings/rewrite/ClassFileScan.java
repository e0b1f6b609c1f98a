package org.ompt4j.mappings.rewrite;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a class file, read without making objects of what is in them: most classes need not be read any further, and of the
 * others most methods need not.
 *
 * <p>Thread safety: none; the thread that loads the class.
 */
public final class ClassFileScan {
    private static final int FIRST_CONSTANT = 10;
    private static final int UTF8 = 1;
    private static final int INTEGER = 3;
    private static final int FLOAT = 4;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int FIELDREF = 9;
    private static final int METHODREF = 10;
    private static final int INTERFACE_METHODREF = 11;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int DYNAMIC = 17;
    private static final int INVOKE_DYNAMIC = 18;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    private static final int ACC_INTERFACE = 0x0200;
    private static final int ACC_STATIC = 0x0008;
    private static final int ACC_SYNCHRONIZED = 0x0020;
    private static final int ACC_NATIVE = 0x0100;

    private static final int FIRST_INVOKE = 182;
    private static final int LAST_INVOKE = 185;
    private static final int MONITORENTER = 194;
    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;
    private static final int WIDE = 196;
    private static final int IINC = 132;

    /**
     * Length of each instruction in bytes, as a digit; 0 for those of no fixed length and for what is no instruction. Written as the
     * table of the JVM's specification is: 50 in a line.
     */
    private static final String LENGTHS = "11111111111111112323322222111111111111111111111111"
            + "11112222211111111111111111111111111111111111111111"
            + "11111111111111111111111111111111311111111111111111"
            + "11133333333333333332001111113333333553231133110433"
            + "55";

    /** What is looked for among a class's constants: method names first, since hardly any class has one of them. */
    interface Wanted {

        /** Whether a method of this name could be wanted. */
        boolean name(byte[] bytes, int at, int length);

        /** Whether calls of this method are wanted; asked for names that could be. */
        boolean method(String owner, String name, String descriptor);
    }

    /** Hears of references to methods. */
    interface References {
        void reference(String owner, String name, String descriptor);
    }

    private final byte[] bytes;
    /** Where each constant begins, with its tag; 0 for none. */
    private final int[] constants;
    /** Where the access flags of the class are. */
    private final int header;

    /** Throws an unchecked exception if the bytes are no class file. */
    public ClassFileScan(byte[] bytes) {
        this.bytes = bytes;
        this.constants = new int[u2(FIRST_CONSTANT - 2)];
        int at = FIRST_CONSTANT;
        for (int i = 1; i < constants.length; i++) {
            constants[i] = at;
            int tag = bytes[at];
            if (tag == LONG || tag == DOUBLE) {
                i++;
            }
            at += constantSize(tag, at);
        }
        this.header = at;
    }

    private int constantSize(int tag, int at) {
        switch (tag) {
            case UTF8:
                return 3 + u2(at + 1);
            case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE:
                return 3;
            case METHOD_HANDLE:
                return 4;
            case INTEGER, FLOAT, FIELDREF, METHODREF, INTERFACE_METHODREF, NAME_AND_TYPE, DYNAMIC, INVOKE_DYNAMIC:
                return 5;
            case LONG, DOUBLE:
                return 9;
            default:
                throw new IllegalArgumentException("no constant has the tag " + tag);
        }
    }

    /** Internal name of the class. */
    String className() {
        return text(u2(constants[u2(header + 2)] + 1));
    }

    /** Internal name of the superclass; null for {@code Object} and modules only. */
    public @Nullable String superName() {
        int index = u2(header + 4);
        return index == 0 ? null : text(u2(constants[index] + 1));
    }

    /** Internal names of the interfaces that the class itself declares. */
    public String[] interfaces() {
        String[] names = new String[u2(header + 6)];
        for (int i = 0; i < names.length; i++) {
            names[i] = text(u2(constants[u2(header + 8 + 2 * i)] + 1));
        }
        return names;
    }

    /** Whether an ASCII text is among the constants. */
    boolean hasText(String ascii) {
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            if (at != 0 && bytes[at] == UTF8 && is(bytes, at + 3, u2(at + 1), ascii)) {
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
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            if (at == 0 || bytes[at] != METHODREF && bytes[at] != INTERFACE_METHODREF) {
                continue;
            }
            int nameAndType = constants[u2(at + 3)];
            int name = u2(nameAndType + 1);
            if (names[name]
                    && wanted.method(text(u2(constants[u2(at + 1)] + 1)), text(name), text(u2(nameAndType + 3)))) {
                found = found == null ? new boolean[constants.length] : found;
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
            countInstructions(rows == null ? new int[constants.length] : rows, monitors, uses);
        }
        return uses;
    }

    /** By its constant, 1 + the number that a class has in the table; 0 for others. */
    private int @Nullable [] ownersIn(ConstructTable table) {
        int[] owners = null;
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            if (at == 0 || bytes[at] != CLASS) {
                continue;
            }
            int name = constants[u2(at + 1)];
            int owner = table.owner(bytes, name + 3, u2(name + 1));
            if (owner >= 0) {
                owners = owners == null ? new int[constants.length] : owners;
                owners[i] = 1 + owner;
            }
        }
        return owners;
    }

    private void countSubtype(ConstructTable table, int[] owners, int[] uses) {
        if ((u2(header) & ACC_INTERFACE) != 0) {
            return;
        }
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
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            if (at == 0 || bytes[at] != METHODREF && bytes[at] != INTERFACE_METHODREF || owners[u2(at + 1)] == 0) {
                continue;
            }
            int row = table.rowOfCall(owners[u2(at + 1)] - 1, text(u2(constants[u2(at + 3)] + 1)));
            if (row >= 0) {
                rows = rows == null ? new int[constants.length] : rows;
                rows[i] = 1 + row;
            }
        }
        return rows;
    }

    private void countHandles(int[] rows, int[] uses) {
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            int row = at == 0 || bytes[at] != METHOD_HANDLE ? 0 : rows[u2(at + 2)];
            if (row != 0) {
                uses[row - 1]++;
            }
        }
    }

    private void countInstructions(int[] rows, int monitors, int[] uses) {
        int at = firstMethod();
        for (int left = u2(at - 2); left > 0; left--) {
            if (monitors >= 0 && (u2(at) & (ACC_SYNCHRONIZED | ACC_NATIVE)) == ACC_SYNCHRONIZED) {
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
            if (opcode == MONITORENTER && monitors >= 0) {
                uses[monitors]++;
            } else if (isCall(opcode) && rows[u2(at + 1)] != 0) {
                uses[rows[u2(at + 1)] - 1]++;
            }
            at += lengthOf(opcode, at, code);
        }
    }

    /** Tells of each reference to one of these methods that is not a call. */
    void references(boolean[] methods, References heard) {
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            if (at != 0 && bytes[at] == METHOD_HANDLE && methods[u2(at + 2)]) {
                int method = constants[u2(at + 2)];
                int nameAndType = constants[u2(method + 3)];
                heard.reference(
                        text(u2(constants[u2(method + 1)] + 1)), text(u2(nameAndType + 1)), text(u2(nameAndType + 3)));
            }
        }
    }

    private boolean @Nullable [] wantedNames(Wanted wanted) {
        boolean[] names = null;
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            if (at != 0 && bytes[at] == UTF8 && wanted.name(bytes, at + 3, u2(at + 1))) {
                names = names == null ? new boolean[constants.length] : names;
                names[i] = true;
            }
        }
        return names;
    }

    /** Whether the class declares a method that is not static. */
    boolean declares(String name, String descriptor) {
        int at = firstMethod();
        for (int left = u2(at - 2); left > 0; left--) {
            if ((u2(at) & ACC_STATIC) == 0 && isText(u2(at + 2), name) && isText(u2(at + 4), descriptor)) {
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
            if ((u2(at) & (ACC_SYNCHRONIZED | ACC_NATIVE)) == ACC_SYNCHRONIZED) {
                return true;
            }
            at = afterMember(at);
        }
        return false;
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
                found.add(text(u2(at + 2)) + text(u2(at + 4)));
            }
            at = afterMember(at);
        }
        return found;
    }

    /** Where the first instruction of a method is; 0 if it has no code. */
    private int codeOf(int method) {
        int at = method + 8;
        for (int left = u2(method + 6); left > 0; left--) {
            if (isText(u2(at), "Code")) {
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
            if (refs == null ? opcode == MONITORENTER : isCall(opcode) && refs[u2(at + 1)]) {
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
        return opcode >= FIRST_INVOKE && opcode <= LAST_INVOKE;
    }

    private int variableLength(int opcode, int at, int code) {
        if (opcode == WIDE) {
            return (bytes[at + 1] & 0xff) == IINC ? 6 : 4;
        }
        int operands = at + 4 - (at - code & 3);
        if (opcode == TABLESWITCH) {
            return operands + 12 + 4 * (u4(operands + 8) - u4(operands + 4) + 1) - at;
        }
        if (opcode == LOOKUPSWITCH) {
            return operands + 8 + 8 * u4(operands + 4) - at;
        }
        throw new IllegalArgumentException("no instruction has the number " + opcode);
    }

    private int firstMethod() {
        int at = header + 8 + 2 * u2(header + 6);
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

    private String text(int index) {
        int at = constants[index];
        int length = u2(at + 1);
        for (int i = 0; i < length; i++) {
            if (bytes[at + 3 + i] < 0) {
                return modifiedText(at + 3, length);
            }
        }
        return new String(bytes, at + 3, length, StandardCharsets.ISO_8859_1);
    }

    /** Class files write characters of more than two bytes in an encoding of their own. */
    private String modifiedText(int start, int length) {
        char[] chars = new char[length];
        int count = 0;
        int at = start;
        while (at < start + length) {
            int first = bytes[at] & 0xff;
            if (first < 0x80) {
                chars[count++] = (char) first;
                at++;
            } else if ((first & 0xe0) == 0xc0) {
                chars[count++] = (char) ((first & 0x1f) << 6 | bytes[at + 1] & 0x3f);
                at += 2;
            } else {
                chars[count++] = (char) ((first & 0xf) << 12 | (bytes[at + 1] & 0x3f) << 6 | bytes[at + 2] & 0x3f);
                at += 3;
            }
        }
        return new String(chars, 0, count);
    }

    private boolean isText(int index, String ascii) {
        int at = constants[index];
        return is(bytes, at + 3, u2(at + 1), ascii);
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
