import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { OutboundError } from '../fetch/outbound-error.ts'
import { reportingLog, silentLog } from '../log.ts'
import { route } from './route.ts'
import { createHttpServer } from './server.ts'

const slow = defineEndpoint({
  name: 'slow',
  kind: 'json',
  method: 'GET',
  path: '/slow',
  access: 'public',
  tag: 'x',
  summary: 'x',
  reply: z.object({}),
})

const file = defineEndpoint({ ...slow, name: 'file', kind: 'file', path: '/file' })

const DEPS = {
  db: null as never,
  strictReplies: true,
  secretBox: null as never,
  countCall: async () => null,
  trustProxy: false,
  findActor: async () => null,
  endReason: async () => null,
}

/** Messages of faults logged for a request whose caller leaves while it is worked on. */
async function faultsOf(failure: (reason: unknown) => unknown, leaves = true) {
  const faults: string[] = []
  const log = reportingLog(silentLog(), (error) => void faults.push(error.message))
  const started = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const handle = async ({ signal }: { signal: AbortSignal }) => {
    started.resolve()
    await (leaves ? once(signal, 'abort') : leave.promise)
    throw failure(signal.reason)
  }
  const http = await createHttpServer([route(slow, handle)], { ...DEPS, log })
  const answered = once(http.server, 'request').then(([, reply]) => once(reply, 'close'))
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /slow HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  await started.promise
  if (leaves) socket.destroy()
  leave.resolve()
  await answered
  await new Promise((resolve) => setImmediate(resolve))
  socket.destroy()
  await http.close()
  return faults
}

it.each([
  ['the abort itself', (reason: unknown) => reason],
  ['an outbound request ended by it', (reason: unknown) => new OutboundError('aborted', reason)],
])('a caller who leaves is no fault: %s', async (_, failure) => {
  expect(await faultsOf(failure)).toEqual([])
})

it('a fault is logged, also after the caller has left', async () => {
  expect(await faultsOf(() => new Error('broken'))).toEqual(['broken'])
})

it('an abort that the caller did not cause is a fault', async () => {
  const abort = () => new DOMException('This operation was aborted', 'AbortError')
  expect(await faultsOf(abort, false)).toEqual(['This operation was aborted'])
})

it('a download that breaks off after its first bytes is logged', async () => {
  const faults: string[] = []
  async function* bytes() {
    yield 'name,email\r\n'
    throw new Error('the database is gone')
  }
  const download = async () => ({
    filename: 'leads.csv',
    contentType: 'text/csv',
    stream: Readable.from(bytes(), { objectMode: false }),
  })
  const http = await createHttpServer([route(file, download)], {
    ...DEPS,
    log: reportingLog(silentLog(), (error) => void faults.push(error.message)),
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as { port: number }
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  await expect(response.text()).rejects.toThrow('terminated')
  await http.close()
  expect(faults).toEqual(['the database is gone'])
})
