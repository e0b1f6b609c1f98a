package org.ompt4j.agent;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The names of a class, its superclass and its interfaces, read from its class file without loading it. */
final class ClassFileHeader {

    private static final int FIRST_CONSTANT = 10;
    private static final int TAG_UTF8 = 1;
    private static final int TAG_INTEGER = 3;
    private static final int TAG_FLOAT = 4;
    private static final int TAG_LONG = 5;
    private static final int TAG_DOUBLE = 6;
    private static final int TAG_CLASS = 7;
    private static final int TAG_STRING = 8;
    private static final int TAG_METHOD_HANDLE = 15;
    private static final int TAG_METHOD_TYPE = 16;
    private static final int TAG_MODULE = 19;
    private static final int TAG_PACKAGE = 20;

    private final byte[] bytes;
    private final int[] constants;
    private final int end;

    ClassFileHeader(byte[] bytes) {
        this.bytes = bytes;
        this.constants = new int[u2(FIRST_CONSTANT - 2)];
        int at = FIRST_CONSTANT;
        for (int i = 1; i < constants.length; i++) {
            constants[i] = at;
            int tag = bytes[at];
            at += size(tag, at);
            if (tag == TAG_LONG || tag == TAG_DOUBLE) {
                i++;
            }
        }
        this.end = at;
    }

    private int size(int tag, int at) {
        switch (tag) {
            case TAG_UTF8:
                return 3 + u2(at + 1);
            case TAG_CLASS:
            case TAG_STRING:
            case TAG_METHOD_TYPE:
            case TAG_MODULE:
            case TAG_PACKAGE:
                return 3;
            case TAG_METHOD_HANDLE:
                return 4;
            case TAG_LONG:
            case TAG_DOUBLE:
                return 9;
            case TAG_INTEGER:
            case TAG_FLOAT:
            default:
                return 5;
        }
    }

    /** Superclass first, which only {@code Object} has none of, then interfaces, as {@code pkg.Name}. */
    List<String> supertypes() {
        List<String> names = new ArrayList<>();
        if (u2(end + 4) != 0) {
            names.add(className(u2(end + 4)));
        }
        int interfaces = u2(end + 6);
        for (int i = 0; i < interfaces; i++) {
            names.add(className(u2(end + 8 + 2 * i)));
        }
        return names;
    }

    private String className(int classIndex) {
        int text = constants[u2(constants[classIndex] + 1)];
        return new String(bytes, text + 3, u2(text + 1), StandardCharsets.UTF_8).replace('/', '.');
    }

    private int u2(int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }
}
