package org.ompt4j.apps.company;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.ompt4j.apps.company.plugin.PluginWork;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * Starts an OSGi framework, without delegation to the boot loader, and in it one bundle that imports only the framework.
 *
 * <p>Known by construction: {@link #ROUNDS} uses of a synchronized method, of a synchronized block and of a lock, {@link #FORKS}
 * forks and one parallel stream, all in the bundle.
 */
public final class PluginHostApp {

    public static final int ROUNDS = 20;
    public static final int FORKS = 15;

    private static final String[] CLASSES = {"PluginWork", "PluginWork$Halves"};

    private PluginHostApp() {}

    public static void main(String[] args) throws Exception {
        Path jar = bundle(Path.of("plugin.jar").toAbsolutePath());
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .iterator()
                .next()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        "bundles",
                        Constants.FRAMEWORK_STORAGE_CLEAN,
                        Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT));
        framework.start();
        try {
            run(framework, jar);
        } finally {
            // The threads of the framework would keep the JVM alive.
            framework.stop();
        }
        System.out.println("ended: " + (framework.waitForStop(0).getType() == 64));
    }

    private static void run(Framework framework, Path jar) throws BundleException {
        Bundle bundle = framework.getBundleContext().installBundle(jar.toUri().toString());
        bundle.start();
        System.out.println("loader: "
                + (bundle.adapt(org.osgi.framework.wiring.BundleWiring.class).getClassLoader()
                        != PluginWork.class.getClassLoader()));
    }

    private static Path bundle(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        attributes.putValue(Constants.BUNDLE_SYMBOLICNAME, "org.ompt4j.apps.plugin");
        attributes.putValue(Constants.BUNDLE_VERSION, "1.0.0");
        attributes.putValue(Constants.BUNDLE_ACTIVATOR, PluginWork.class.getName());
        attributes.putValue(Constants.IMPORT_PACKAGE, "org.osgi.framework");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out, manifest)) {
            for (String name : CLASSES) {
                String entry = PluginWork.class.getPackageName().replace('.', '/') + '/' + name + ".class";
                packed.putNextEntry(new JarEntry(entry));
                try (InputStream in = PluginHostApp.class.getResourceAsStream('/' + entry)) {
                    in.transferTo(packed);
                }
            }
        }
        return jar;
    }
}
