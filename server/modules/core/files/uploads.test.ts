import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { createUpload, showUpload, type Upload } from '#contract/core/files.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { openUpload, removeExpiredUploads } from './uploads.ts'

const MIB = 1024 * 1024

let t: TestApp
let origin: string
let user: TestUser
let stranger: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  origin = await t.listen()
  user = await t.account()
  stranger = await t.account()
})
afterAll(() => t.close())

const startRun = async (size: number, name = 'a.csv') =>
  (await t.call(createUpload, { body: { name, size } }, user)).body.data
const stateOf = async (id: string) => (await t.call(showUpload, { params: { id } }, user)).body.data

/** Sends bytes over a real socket. */
async function put(
  id: string,
  offset: number | string,
  bytes: string | Buffer,
  as = user,
  type = 'application/octet-stream',
) {
  const response = await fetch(`${origin}/api/uploads/${id}?offset=${offset}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': type },
    body: bytes as string,
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into error bodies freely
  const body = (await response.json()) as any
  return { status: response.status, error: body, data: body.data as z.output<typeof Upload> }
}

async function storedBytes(id: string): Promise<Buffer> {
  const { stream } = await openUpload(t.app.ctx, user.accountId, id)
  return Buffer.concat(await stream.toArray())
}

describe('an upload', () => {
  it('grows in chunks of 4 MiB and contains exactly what was sent', async () => {
    const content = randomBytes(9 * MIB + 17)
    const { id, chunk_size } = await startRun(content.length)
    expect(chunk_size).toBe(4 * MIB)
    let at = await stateOf(id)
    expect(at).toMatchObject({ offset: 0, complete: false })
    while (!at.complete)
      at = (await put(id, at.offset, content.subarray(at.offset, at.offset + chunk_size))).data
    expect(at).toMatchObject({ offset: content.length, size: content.length, name: 'a.csv' })
    expect((await storedBytes(id)).equals(content)).toBe(true)
  })

  it('continues after a connection breaks inside a chunk', async () => {
    const { id } = await startRun(10)
    await put(id, 0, 'abc')
    await new Promise<void>((resolve) => {
      const broken = request(`${origin}/api/uploads/${id}?offset=3`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${user.token}`,
          'content-type': 'application/octet-stream',
          'content-length': 7,
        },
      })
      broken.on('error', () => resolve())
      broken.write('XX', () => broken.destroy(new Error('gone')))
    })
    expect((await stateOf(id)).offset).toBe(3)
    expect((await put(id, 3, 'defghij')).data).toMatchObject({ offset: 10, complete: true })
    expect(String(await storedBytes(id))).toBe('abcdefghij')
  })

  it('answers a repeated chunk with the current state', async () => {
    const { id } = await startRun(6)
    await put(id, 0, 'abc')
    const second = await put(id, 0, 'XYZ')
    expect([second.status, second.data.offset]).toEqual([200, 3])
    await put(id, 3, 'def')
    expect((await put(id, 3, '???')).data).toMatchObject({ offset: 6, complete: true })
    expect(String(await storedBytes(id))).toBe('abcdef')
  })

  it('accepts a chunk once that arrives twice at the same time', async () => {
    const { id } = await startRun(MIB * 2)
    const chunk = randomBytes(MIB)
    const both = await Promise.all([put(id, 0, chunk), put(id, 0, chunk)])
    expect(both.map((answer) => [answer.status, answer.data.offset])).toEqual([
      [200, MIB],
      [200, MIB],
    ])
    await put(id, MIB, chunk)
    expect((await storedBytes(id)).equals(Buffer.concat([chunk, chunk]))).toBe(true)
  })

  it('refuses a chunk beyond its offset and returns the offset', async () => {
    const { id } = await startRun(6)
    await put(id, 0, 'ab')
    const { status, error } = await put(id, 3, 'def')
    expect([status, error.code, error.details]).toEqual([409, 'offset_mismatch', { offset: 2 }])
    expect((await stateOf(id)).offset).toBe(2)
  })

  it('rejects an oversized announcement by its header, and closes the connection', async () => {
    const { id } = await startRun(10 * MIB)
    const answer = await new Promise<{ status: number | undefined; connection: string | undefined }>(
      (resolve, reject) => {
        const call = request(`${origin}/api/uploads/${id}?offset=0`, {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${user.token}`,
            'content-type': 'application/octet-stream',
            'content-length': 5 * MIB,
          },
        })
        call.on('response', ({ statusCode, headers }) =>
          resolve({ status: statusCode, connection: headers.connection }),
        )
        call.on('error', reject)
        // No byte of the body is ever sent.
        call.flushHeaders()
      },
    )
    expect(answer).toEqual({ status: 413, connection: 'close' })
  })

  it('allows a user at most twenty at a time', async () => {
    const busy = await t.account()
    const start = () => t.call(createUpload, { body: { name: 'a.csv', size: 1 } }, busy)
    const made = []
    for (let number = 0; number < 20; number += 1) made.push((await start()).body.data.id)
    const refused = await start()
    expect([refused.status, refused.error.code]).toEqual([409, 'conflict'])
    expect((await put(made[0] as string, 0, 'a', busy)).data.complete).toBe(true)
    expect((await start()).status).toBe(201)
  })

  it('refuses oversized chunks and more bytes than announced, and keeps what it had', async () => {
    const large = await startRun(10 * MIB)
    const { status, error } = await put(large.id, 0, Buffer.alloc(4 * MIB + 1))
    expect([status, error.code]).toEqual([413, 'payload_too_large'])
    const small = await startRun(3)
    await put(small.id, 0, 'ab')
    expect((await put(small.id, 2, 'cd')).status).toBe(413)
    expect([(await stateOf(large.id)).offset, (await stateOf(small.id)).offset]).toEqual([0, 2])
    expect((await put(small.id, 2, 'c')).data.complete).toBe(true)
    expect(String(await storedBytes(small.id))).toBe('abc')
  })

  it.each([
    ['-1', 422],
    ['1.5', 422],
    ['x', 422],
    ['', 200],
    ['1e999', 422],
  ])('sent to offset "%s" answers %i', async (offset, status) => {
    const { id } = await startRun(3)
    expect((await put(id, offset, 'abc')).status).toBe(status)
  })

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'rejects bytes sent as %s',
    async (type) => {
      const { id } = await startRun(3)
      const { status, error } = await put(id, 0, '{}', user, type)
      expect([status, error.code]).toEqual([415, 'unsupported_media_type'])
      expect((await stateOf(id)).offset).toBe(0)
    },
  )

  it('accepts an empty chunk', async () => {
    const { id } = await startRun(3)
    expect((await put(id, 0, '')).data).toMatchObject({ offset: 0, complete: false })
  })

  it('belongs to one account, and expires', async () => {
    const { id } = await startRun(3)
    expect((await put(id, 0, 'abc', stranger)).status).toBe(404)
    expect((await t.call(showUpload, { params: { id } }, stranger)).status).toBe(404)
    expect((await stateOf(id)).offset).toBe(0)
    await t.app.database.db
      .updateTable('upload')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', id)
      .execute()
    expect((await put(id, 0, 'abc')).status).toBe(404)
  })

  it('is removed with its bytes when abandoned', async () => {
    const { id } = await startRun(3)
    await put(id, 0, 'abc')
    await t.app.database.db
      .updateTable('upload')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', id)
      .execute()
    await removeExpiredUploads(t.app.ctx)
    await expect(openUpload(t.app.ctx, user.accountId, id)).rejects.toThrow('was not found')
  })

  it('cannot be read before it is complete', async () => {
    const { id } = await startRun(3)
    await put(id, 0, 'ab')
    await expect(openUpload(t.app.ctx, user.accountId, id)).rejects.toThrow('2 of 3 bytes')
  })

  it.each([
    [{ name: '', size: 1 }, 'name'],
    [{ name: 'x'.repeat(256), size: 1 }, 'name'],
    [{ name: 'a', size: 0 }, 'size'],
    [{ name: 'a', size: 1.5 }, 'size'],
    [{ name: 'a', size: 20 * 1024 ** 3 + 1 }, 'size'],
    [{ name: 'a' }, 'size'],
  ])('cannot start with %j', async (body, field) => {
    const { status, error } = await t.call(createUpload, { body: body as never }, user)
    expect([status, Object.keys(error.fields)]).toEqual([422, [field]])
  })

  it.each(['../../etc/passwd', 'C:\\x.csv', '漢字 😀.csv', '.'])(
    'may be called %j, which never becomes a file name',
    async (name) => {
      const { id } = await startRun(2, name)
      expect((await put(id, 0, 'ok')).data).toMatchObject({ name, complete: true })
      expect(String(await storedBytes(id))).toBe('ok')
    },
  )
})
