import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Storage } from '#server/platform/storage/storage.ts'
import { fileNames } from './person-files.ts'
import { makePattern } from './person-patterns.ts'

const patterns = [makePattern({ kind: 'email', value: 'jörg@acme.example' })]
const TEXT = Buffer.from('Name,Email\nJörg,jörg@acme.example\n')

/** Whether a file that is read in these pieces names the person. */
const names = (...pieces: Buffer[]) => {
  const whole = Buffer.concat(pieces)
  const storage = {
    size: async () => whole.length,
    read: (_name: string, from?: number, end?: number) =>
      Readable.from(end === undefined ? pieces : [whole.subarray(from, end)]),
  } as unknown as Storage
  return fileNames(storage, 'file', patterns)
}

describe('a file', () => {
  it('names a person whose address is split anywhere between two pieces', async () => {
    const from = TEXT.lastIndexOf('jörg')
    const found = []
    for (let at = from; at <= from + Buffer.byteLength('jörg@acme.example'); at += 1)
      found.push(await names(TEXT.subarray(0, at), TEXT.subarray(at)))
    expect(new Set(found)).toEqual(new Set([true]))
    expect(await names(Buffer.from('jörg,'), Buffer.from('acme.example'))).toBe(false)
  })

  it('that cannot be read counts as naming the person', async () => {
    const packed = gzipSync('Name,Email\nBo,bo@acme.example\n'.repeat(50))
    expect(await names(packed)).toBe(false)
    expect(await names(packed.subarray(0, packed.length - 12))).toBe(true)
  })
})
