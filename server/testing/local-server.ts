import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A web server on this machine for one test. */
export interface LocalServer {
  /** `http://127.0.0.1:<port>` */
  url: string
  port: number
  /** Number of connections so far. */
  connections(): number
  /** Those that are open now. */
  openConnections(): number
}

/** Starts a web server on a free loopback port, and stops it after the running test with all connections. */
export async function startLocalServer(listener: RequestListener, host = '127.0.0.1'): Promise<LocalServer> {
  let connections = 0
  let open = 0
  const server = createServer(listener)
  // As servers that keep unused connections for long: a client has to end its own.
  server.keepAliveTimeout = 600_000
  server.on('connection', (socket) => {
    connections++
    open++
    socket.once('close', () => open--)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, resolve)
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}`, port, connections: () => connections, openConnections: () => open }
}
