import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from './migrate.ts'

it('gives up on a port that accepts connections and never answers', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => void server.close())
  const url = `postgres://u:p@127.0.0.1:${port}/d`
  await expect(migrate(url, { timeoutMs: 50 })).rejects.toThrow(/timeout/i)
})
