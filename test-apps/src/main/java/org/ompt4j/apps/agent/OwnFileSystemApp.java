package org.ompt4j.apps.agent;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;

/** Has a file system of its own, which it configures in {@code main}: the JVM makes it as soon as anything uses {@code java.nio.file}. */
public final class OwnFileSystemApp {
    /** The system property that replaces the default file system by {@link Provider}. */
    public static final String OPTION =
            "-Djava.nio.file.spi.DefaultFileSystemProvider=org.ompt4j.apps.agent.OwnFileSystemApp$Provider";

    private static boolean configured;

    private OwnFileSystemApp() {}

    public static void main(String[] args) {
        configured = true;
        System.out.println("is there: " + Files.exists(Path.of(".")));
    }

    /** The JDK's file system, which says when it is made. */
    public static final class Provider extends FileSystemProvider {
        private final FileSystemProvider jdk;

        public Provider(FileSystemProvider jdk) {
            this.jdk = jdk;
            System.out.println("made after it was configured: " + configured);
        }

        @Override
        public String getScheme() {
            return jdk.getScheme();
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> environment) throws IOException {
            return jdk.newFileSystem(uri, environment);
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            return jdk.getFileSystem(uri);
        }

        @Override
        public Path getPath(URI uri) {
            return jdk.getPath(uri);
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            return jdk.newByteChannel(path, options, attributes);
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            return jdk.newDirectoryStream(directory, filter);
        }

        @Override
        public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
            jdk.createDirectory(directory, attributes);
        }

        @Override
        public void delete(Path path) throws IOException {
            jdk.delete(path);
        }

        @Override
        public void copy(Path source, Path target, CopyOption... options) throws IOException {
            jdk.copy(source, target, options);
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) throws IOException {
            jdk.move(source, target, options);
        }

        @Override
        public boolean isSameFile(Path path, Path other) throws IOException {
            return jdk.isSameFile(path, other);
        }

        @Override
        public boolean isHidden(Path path) throws IOException {
            return jdk.isHidden(path);
        }

        @Override
        public FileStore getFileStore(Path path) throws IOException {
            return jdk.getFileStore(path);
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            jdk.checkAccess(path, modes);
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            return jdk.getFileAttributeView(path, type, options);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            return jdk.readAttributes(path, type, options);
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
                throws IOException {
            return jdk.readAttributes(path, attributes, options);
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
            jdk.setAttribute(path, attribute, value, options);
        }
    }
}
