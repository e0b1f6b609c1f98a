package org.ompt4j.mappings.rewrite;

import org.objectweb.asm.ClassReader;

/** Looks into a class's constant pool for a call that somebody declared: most classes need not be read any further. */
final class ConstantPoolScan {
    private static final int METHODREF = 10;
    private static final int INTERFACE_METHODREF = 11;
    private static final int NAME_AND_TYPE_OFFSET = 2;

    private ConstantPoolScan() {}

    /** Whether the class names this method of this owner in an instruction or a method handle. */
    static boolean names(ClassReader reader, String owner, String method) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset == 0 || !isMethod(reader.readByte(offset - 1))) {
                continue;
            }
            int nameAndType = reader.getItem(reader.readUnsignedShort(offset + NAME_AND_TYPE_OFFSET));
            if (method.equals(reader.readUTF8(nameAndType, buffer)) && owner.equals(reader.readClass(offset, buffer))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMethod(int tag) {
        return tag == METHODREF || tag == INTERFACE_METHODREF;
    }

    static boolean callsSomethingDeclared(ClassReader reader, Rewrites rewrites) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset == 0) {
                continue;
            }
            int tag = reader.readByte(offset - 1);
            if (tag != METHODREF && tag != INTERFACE_METHODREF) {
                continue;
            }
            int nameAndType = reader.getItem(reader.readUnsignedShort(offset + NAME_AND_TYPE_OFFSET));
            String name = reader.readUTF8(nameAndType, buffer);
            if (rewrites.isAnyOwnerName(name)) {
                return true;
            }
            if (!rewrites.callSitesNamed(name).isEmpty()
                    && rewrites.isCallSiteOwner(reader.readClass(offset, buffer))) {
                return true;
            }
        }
        return false;
    }
}
