import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Leaves classes alone in jars inside the agent jar, in an order in which they can be defined one after the other: supertypes first. Run by
 * the build, so that premain need not look into class files. Nor need it decompress anything: neither what is in such a jar nor the jar itself is
 * compressed.
 *
 * <p>Arguments: the agent jar, the names of the jars in it.
 */
public final class OrderClasses {
    private static final String SUFFIX = ".class";

    private final Map<String, byte[]> entries;
    private final Map<String, byte[]> ordered = new LinkedHashMap<>();

    private OrderClasses(Map<String, byte[]> entries) {
        this.entries = entries;
    }

    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        List<String> nested = List.of(args).subList(1, args.length);
        Path changed = jar.resolveSibling(jar.getFileName() + ".ordered");
        try (ZipFile in = new ZipFile(jar.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(changed))) {
            for (String each : nested) {
                if (in.getEntry(each) == null) {
                    throw new IOException(each + " is missing in " + jar);
                }
            }
            for (Enumeration<? extends ZipEntry> all = in.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                try (InputStream content = in.getInputStream(entry)) {
                    byte[] bytes = content.readAllBytes();
                    if (nested.contains(entry.getName())) {
                        store(out, entry.getName(), ordered(bytes), entry.getTime());
                    } else {
                        copy(out, entry, bytes);
                    }
                }
            }
        }
        Files.move(changed, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copy(ZipOutputStream out, ZipEntry as, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(as.getName());
        entry.setTime(as.getTime());
        write(out, entry, content);
    }

    private static void store(ZipOutputStream out, String name, byte[] content, long time) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        CRC32 sum = new CRC32();
        sum.update(content);
        entry.setCrc(sum.getValue());
        entry.setTime(time);
        write(out, entry, content);
    }

    private static void write(ZipOutputStream out, ZipEntry entry, byte[] content) throws IOException {
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }

    private static byte[] ordered(byte[] jar) throws IOException {
        OrderClasses order = new OrderClasses(entriesOf(jar));
        for (String each : order.entries.keySet()) {
            order.addAfterSupertypes(each);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> each : order.ordered.entrySet()) {
                // A jar of the same classes is the same file, whenever it is made.
                store(out, each.getKey(), each.getValue(), 0);
            }
        }
        return bytes.toByteArray();
    }

    private static Map<String, byte[]> entriesOf(byte[] jar) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
                // package-info, whose name has a dash, is of no use at run time.
                if (each.getName().endsWith(SUFFIX) && each.getName().indexOf('-') < 0) {
                    entries.put(each.getName(), in.readAllBytes());
                }
            }
        }
        return entries;
    }

    private void addAfterSupertypes(String name) throws IOException {
        byte[] bytes = entries.get(name);
        if (bytes == null || ordered.containsKey(name)) {
            return;
        }
        for (String each : supertypesOf(bytes)) {
            addAfterSupertypes(each + SUFFIX);
        }
        ordered.put(name, bytes);
    }

    private static List<String> supertypesOf(byte[] classFile) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        in.skipBytes(8);
        Object[] constants = new Object[in.readUnsignedShort()];
        for (int i = 1; i < constants.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> constants[i] = in.readUTF();
                case 7 -> constants[i] = in.readUnsignedShort();
                case 8, 16, 19, 20 -> in.skipBytes(2);
                case 15 -> in.skipBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipBytes(4);
                case 5, 6 -> {
                    in.skipBytes(8);
                    i++;
                }
                default -> throw new IOException("no constant has the tag " + tag);
            }
        }
        in.skipBytes(4);
        List<String> names = new ArrayList<>();
        int superclass = in.readUnsignedShort();
        if (superclass != 0) {
            names.add((String) constants[(Integer) constants[superclass]]);
        }
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            names.add((String) constants[(Integer) constants[in.readUnsignedShort()]]);
        }
        return names;
    }
}
