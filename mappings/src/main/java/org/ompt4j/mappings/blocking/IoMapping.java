package org.ompt4j.mappings.blocking;

import java.util.Set;
import org.ompt4j.emitter.blocking.IoHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.LibraryCalls;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/io.md}. */
public final class IoMapping implements ConstructMapping {
    private static final Construct K = Construct.IO;
    private static final String SPI = "java/nio/channels/spi/";
    private static final String NETTY = "io/netty/channel/";

    /** Methods whose calls block until there is something to read or accept. */
    private static final String[][] SOCKETS = {
        {"sun/nio/ch/NioSocketImpl", "read([BII)I"},
        {"sun/nio/ch/NioSocketImpl", "write([BII)V"},
        {"sun/nio/ch/NioSocketImpl", "accept(Ljava/net/SocketImpl;)V"},
        {"sun/nio/ch/NioSocketImpl", "connect(Ljava/net/SocketAddress;I)V"},
        {"sun/nio/ch/DatagramSocketAdaptor", "receive(Ljava/net/DatagramPacket;)V"}
    };

    /** Methods on files, which mostly read or write memory of the operating system but may block: pipes and terminals are files too. */
    private static final String[][] FILES = {
        {"java/io/FileInputStream", "read()I"},
        {"java/io/FileInputStream", "read([B)I"},
        {"java/io/FileInputStream", "read([BII)I"},
        {"java/io/FileOutputStream", "write(I)V"},
        {"java/io/FileOutputStream", "write([B)V"},
        {"java/io/FileOutputStream", "write([BII)V"},
        {"java/io/RandomAccessFile", "read()I"},
        {"java/io/RandomAccessFile", "read([B)I"},
        {"java/io/RandomAccessFile", "read([BII)I"},
        {"java/io/RandomAccessFile", "write(I)V"},
        {"java/io/RandomAccessFile", "write([B)V"},
        {"java/io/RandomAccessFile", "write([BII)V"}
    };

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        around(rewrites, SOCKETS, "begins");
        around(rewrites, FILES, "fileBegins");
        // The JDK has a thread that waits for each process; callers of waitFor wait for this thread.
        rewrites.jdkClass(K, "java/lang/ProcessHandleImpl$1")
                .method("run()V")
                .aroundCall("java/lang/ProcessHandleImpl", "waitForProcessExit0(JZ)I")
                .beforeWithToken(Hook.of(IoHooks.class, "begins", "()Z"))
                .exit(Hook.of(IoHooks.class, "ends", "(Z)V", Operand.CALL_TOKEN));
        // Every channel and selector calls these two methods when it may block, on all operating systems.
        between(rewrites.jdkClass(K, SPI + "AbstractInterruptibleChannel"), "mayBlock", "(Z)V");
        between(rewrites.jdkClass(K, SPI + "AbstractSelector"), "maySelect", "()V");
        // Netty 4.2 and 4.1.
        epoll(rewrites, "EpollIoHandler");
        epoll(rewrites, "EpollEventLoop");
        nativeLoop(
                rewrites, "uring/IoUringIoHandler", "uring/SubmissionQueue.submitAndGet", "submitAndWaitWithTimeout");
    }

    /** Other methods make the same call only in order to poll. */
    private static void epoll(Rewrites rewrites, String loop) {
        String call = "epoll/Native.epollWait";
        nativeLoop(rewrites, "epoll/" + loop, call, "epollWait", "epollWaitNoTimerChange", "epollWaitTimeboxed");
    }

    /** Methods of an event loop of Netty that wait in Netty's native code, which the JDK does not see. */
    private static void nativeLoop(Rewrites rewrites, String loop, String call, String... methods) {
        int dot = call.indexOf('.');
        rewrites.library(new LibraryCalls(
                K,
                NETTY + loop,
                Set.of(methods),
                NETTY + call.substring(0, dot),
                call.substring(dot + 1),
                Hook.of(IoHooks.class, "loopWaits", "(Ljava/lang/Object;)Z", Operand.THIS),
                Hook.of(IoHooks.class, "loopGoesOn", "(Z)V", Operand.CALL_TOKEN)));
    }

    private static void around(Rewrites rewrites, String[][] calls, String begin) {
        for (String[] call : calls) {
            rewrites.jdkClass(K, call[0])
                    .method(call[1])
                    .enterWithToken(Hook.of(IoHooks.class, begin, "()Z"))
                    .exit(Hook.of(IoHooks.class, "ends", "(Z)V", Operand.TOKEN));
        }
    }

    private static void between(JdkClass type, String begin, String endDescriptor) {
        type.method("begin()V").onReturn(Hook.of(IoHooks.class, begin, "(Ljava/lang/Object;)V", Operand.THIS));
        type.method("end" + endDescriptor).enter(Hook.of(IoHooks.class, "blocksNoMore", "()V"));
    }
}
