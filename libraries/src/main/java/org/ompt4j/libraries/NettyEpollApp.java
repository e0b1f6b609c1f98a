package org.ompt4j.libraries;

import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import org.ompt4j.apps.Scenarios;

/** {@link NettyApp} with the transport of Netty's that waits in native code of its own, which there is for Linux. */
public final class NettyEpollApp {

    private NettyEpollApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios().add("echo", NettyEpollApp::echo).run(args);
    }

    private static String echo(int scale) throws Exception {
        return NettyApp.echo(
                scale, EpollIoHandler.newFactory(), EpollServerSocketChannel.class, EpollSocketChannel.class);
    }
}
