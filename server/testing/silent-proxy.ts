import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy before a database, which can stop forwarding without closing anything. */
export interface SilentProxy {
  /** The database's URL through the proxy. */
  url: string
  /** From now on all bytes are swallowed, of open connections and of new ones. */
  silence(): void
  /** New connections work again; old ones stay silent. */
  restore(): void
  /** Connections that were silenced and are still open. */
  stuck(): number
  close(): Promise<void>
}

/** Starts a proxy on a free loopback port. */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl)
  const host = decodeURIComponent(target.hostname)
  const port = Number(target.port || 5432)
  const open = new Map<Socket, { isSilent: boolean; server: Socket }>()
  let isSilent = false
  const proxy = createServer((client) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair = { isSilent, server }
    open.set(client, pair)
    client.on('data', (bytes) => void (pair.isSilent || server.write(bytes)))
    server.on('data', (bytes) => void (pair.isSilent || client.write(bytes)))
    for (const side of [client, server]) side.on('error', () => {})
    client.on('close', () => {
      open.delete(client)
      server.destroy()
    })
    server.on('close', () => void (pair.isSilent || client.destroy()))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    silence() {
      isSilent = true
      for (const pair of open.values()) pair.isSilent = true
    },
    restore() {
      isSilent = false
    },
    stuck: () => [...open.values()].filter((pair) => pair.isSilent).length,
    async close() {
      for (const client of open.keys()) client.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
