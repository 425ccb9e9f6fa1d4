import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readContents, Unreadable } from './read-contents.ts'

const TEXT = 'anna@acme.example,'.repeat(20_000)

async function contents(bytes: Uint8Array): Promise<string> {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 50_000) pieces.push(Buffer.from(bytes.subarray(at, at + 50_000)))
  let text = ''
  for await (const piece of readContents(Readable.from(pieces), Buffer.from(bytes.subarray(0, 2))))
    text += Buffer.from(piece).toString()
  return text
}

describe('the content of a file', () => {
  const zip = zipSync({ 'xl/sharedStrings.xml': strToU8(TEXT), 'stored.txt': [strToU8('Bo'), { level: 0 }] })

  it('is read from a plain file, a compressed archive, and all parts of a spreadsheet', async () => {
    expect(await contents(Buffer.from(TEXT))).toBe(TEXT)
    expect(await contents(gzipSync(TEXT))).toBe(TEXT)
    expect(await contents(zip)).toBe(`${TEXT}Bo`)
  })

  it('is unreadable where a compressed file ends early, at any point', async () => {
    const packed = gzipSync(TEXT)
    for (const length of [2, 5, 10, 11, 20, 100, packed.length - 1])
      await expect(contents(packed.subarray(0, length)), String(length)).rejects.toThrow(Unreadable)
  })

  it('of a broken spreadsheet is unreadable', async () => {
    const broken = Uint8Array.from(zip)
    broken.fill(0xff, 60, 200)
    await expect(contents(broken)).rejects.toThrow(Unreadable)
  })

  it('that would expand too much is decompressed in chunks', async () => {
    const bomb = zipSync({ a: new Uint8Array(50_000_000) }, { level: 9 })
    let largest = 0
    for await (const piece of readContents(Readable.from([Buffer.from(bomb)]), Buffer.from('PK')))
      largest = Math.max(largest, piece.length)
    expect(largest).toBeLessThan(40_000_000)
  })
})
