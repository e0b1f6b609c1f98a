package org.ompt4j.agent.jar;

import java.io.File;
import jdk.internal.access.SharedSecrets;
import jdk.internal.loader.BootLoader;
import jdk.internal.misc.CDS;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.VMSupport;
import org.jspecify.annotations.Nullable;

/** Uses internal packages of the JDK; see {@link PlatformAccess}. Public, with a public constructor, since code of another loader creates it. */
public final class JdkInternals implements PlatformAccess {

    /**
     * The last of the ten slots of {@code java.lang.Shutdown}, which run one after the other: 0 is the console, 1 the
     * application's shutdown hooks, 2 the files to delete on exit; the others are free on 17 to 25.
     */
    private static final int LAST_SLOT = 9;

    @Override
    public Class<?> defineClass(byte[] bytes, int offset, int length, @Nullable Class<?> neighbour) {
        Unsafe unsafe = Unsafe.getUnsafe();
        return neighbour == null
                ? unsafe.defineClass(null, bytes, offset, length, null, null)
                : unsafe.defineClass(
                        null, bytes, offset, length, neighbour.getClassLoader(), neighbour.getProtectionDomain());
    }

    @Override
    public boolean loadLibrary(Class<?> declaring, File file) {
        return BootLoader.getNativeLibraries().loadLibrary(declaring, file) != null;
    }

    @Override
    public void setAgentProperty(String key, String value) {
        VMSupport.getAgentProperties().setProperty(key, value);
    }

    @Override
    public boolean recordsForAotCache() {
        // The seed is there for the same runs as CDS.isDumpingStaticArchive, which JDK 17 has not: calling that by
        // reflection costs
        // every start on JDK 25 four classes of java.lang.invoke.
        return CDS.getRandomSeedForDumping() != 0;
    }

    @Override
    public void removeAgentProperty(String key) {
        VMSupport.getAgentProperties().remove(key);
    }

    @Override
    public @Nullable String agentProperty(String key) {
        return VMSupport.getAgentProperties().getProperty(key);
    }

    @Override
    public void afterShutdownHooks(Runnable action) {
        SharedSecrets.getJavaLangAccess().registerShutdownHook(LAST_SLOT, false, action);
    }
}
