package org.ompt4j.libraries;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import org.ompt4j.apps.Scenarios;

/** Netty: a server that answers with what it got, and a client, on event loops of their own. */
public final class NettyApp {
    /** Messages that the client sends, each when the last one was answered, times the scale. */
    public static final int MESSAGES = 200;

    private NettyApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios().add("echo", NettyApp::echo).run(args);
    }

    private static String echo(int scale) throws Exception {
        return echo(scale, NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class);
    }

    /** Echoes by this transport. */
    static String echo(
            int scale,
            IoHandlerFactory transport,
            Class<? extends ServerChannel> serverChannel,
            Class<? extends Channel> clientChannel)
            throws Exception {
        EventLoopGroup servers = new MultiThreadIoEventLoopGroup(2, transport);
        EventLoopGroup clients = new MultiThreadIoEventLoopGroup(1, transport);
        Channel server = new ServerBootstrap()
                .group(servers)
                .channel(serverChannel)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Echo());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        Caller caller = new Caller(MESSAGES * scale);
        new Bootstrap()
                .group(clients)
                .channel(clientChannel)
                .handler(caller)
                .connect(server.localAddress() instanceof InetSocketAddress address ? address : null)
                .sync();
        caller.ended.await();
        Rest.pass();
        server.close().sync();
        clients.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS).sync();
        servers.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS).sync();
        return "answers " + caller.answers;
    }

    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            context.writeAndFlush(message);
        }
    }

    /** Sends the next message when the answer to the last one has come. */
    private static final class Caller extends ChannelInboundHandlerAdapter {
        final CountDownLatch ended = new CountDownLatch(1);
        private final int messages;
        private int answers;

        Caller(int messages) {
            this.messages = messages;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            send(context);
        }

        private static void send(ChannelHandlerContext context) {
            context.writeAndFlush(context.alloc().buffer(1).writeByte(1));
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ((ByteBuf) message).release();
            if (++answers < messages) {
                send(context);
            } else {
                context.close();
                ended.countDown();
            }
        }
    }
}
