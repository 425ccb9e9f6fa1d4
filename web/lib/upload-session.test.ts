import { describe, expect, test } from 'vitest'
import {
  memoryKey,
  sendFile,
  type UploadMemory,
  type UploadState,
  type UploadTransport,
} from './upload-session.ts'

const CHUNK = 4

const memoryOf = (): UploadMemory & { entries: Map<string, string> } => {
  const entries = new Map<string, string>()
  return {
    entries,
    read: (key) => entries.get(key) ?? null,
    write: (key, id) => {
      if (id === null) entries.delete(key)
      else entries.set(key, id)
    },
  }
}

/** An in-memory server that accepts bytes only at its own offset. */
function serverOf() {
  const stored = new Map<string, { size: number; text: string }>()
  const state = (id: string): UploadState => {
    const { size, text } = stored.get(id)!
    return { id, size, offset: text.length, chunk_size: CHUNK, complete: text.length === size }
  }
  let fault: ((call: number) => Error | 'lost answer' | null) | null = null
  let calls = 0
  const transport: UploadTransport = {
    create: async (_name, size) => {
      const id = `upload-${stored.size + 1}`
      stored.set(id, { size, text: '' })
      return state(id)
    },
    show: async (id) => (stored.has(id) ? state(id) : null),
    append: async (id, offset, bytes, signal) => {
      signal.throwIfAborted()
      const failure = fault?.(++calls) ?? null
      if (failure instanceof Error) throw failure
      const upload = stored.get(id)!
      if (offset !== upload.text.length) throw new Error('offset_mismatch')
      upload.text += await bytes.text()
      if (failure) throw new Error('network')
      return state(id)
    },
    isOffsetMismatch: (error) => error instanceof Error && error.message === 'offset_mismatch',
  }
  return { transport, stored, setFault: (next: typeof fault) => (fault = next) }
}

const fileOf = (text: string) => new File([text], 'places.csv', { lastModified: 1 })
const quiet = { signal: new AbortController().signal, onProgress: () => {} }

describe('sending a file', () => {
  test('sends chunks in order with progress', async () => {
    const { transport, stored } = serverOf()
    const offsets: number[] = []
    const done = await sendFile(fileOf('0123456789'), {
      ...quiet,
      transport,
      memory: memoryOf(),
      onProgress: (state) => offsets.push(state.offset),
    })
    expect(stored.get(done.id)?.text).toBe('0123456789')
    expect(offsets).toEqual([0, 4, 8, 10])
  })

  test('resumes the same file where it stopped', async () => {
    const { transport, stored } = serverOf()
    const memory = memoryOf()
    const controller = new AbortController()
    const file = fileOf('0123456789')
    const paused = sendFile(file, {
      transport,
      memory,
      signal: controller.signal,
      onProgress: (state) => state.offset === 4 && controller.abort(new Error('paused')),
    })
    await expect(paused).rejects.toThrow('paused')
    const done = await sendFile(fileOf('0123456789'), { ...quiet, transport, memory })
    expect(stored.size).toBe(1)
    expect(stored.get(done.id)?.text).toBe('0123456789')
  })

  test('a chunk whose response was lost is not sent twice', async () => {
    const { transport, stored, setFault } = serverOf()
    const memory = memoryOf()
    setFault((call) => (call === 2 ? 'lost answer' : null))
    const file = fileOf('0123456789')
    await expect(sendFile(file, { ...quiet, transport, memory })).rejects.toThrow('network')
    const done = await sendFile(file, { ...quiet, transport, memory })
    expect(stored.get(done.id)?.text).toBe('0123456789')
  })

  test('asks the server after a wrong offset', async () => {
    const { transport, stored } = serverOf()
    const memory = memoryOf()
    const first = await transport.create('places.csv', 10)
    memory.write(memoryKey(fileOf('0123456789')), first.id)
    const stale = { ...transport, show: async (id: string) => transport.show(id) }
    let lied = false
    stale.show = async (id) => {
      const state = await transport.show(id)
      if (lied || !state) return state
      lied = true
      return { ...state, offset: 8 }
    }
    const done = await sendFile(fileOf('0123456789'), { ...quiet, transport: stale, memory })
    expect(stored.get(done.id)?.text).toBe('0123456789')
  })

  test('starts over when the server has dropped the upload', async () => {
    const { transport, stored } = serverOf()
    const memory = memoryOf()
    memory.write(memoryKey(fileOf('0123')), 'gone')
    const done = await sendFile(fileOf('0123'), { ...quiet, transport, memory })
    expect(stored.get(done.id)?.text).toBe('0123')
    expect(memory.entries.get(memoryKey(fileOf('0123')))).toBe(done.id)
  })

  test('gives up on a server that keeps contradicting itself', async () => {
    const { transport } = serverOf()
    const append = async () => {
      throw new Error('offset_mismatch')
    }
    await expect(
      sendFile(fileOf('0123'), { ...quiet, transport: { ...transport, append }, memory: memoryOf() }),
    ).rejects.toThrow('offset_mismatch')
  })
})
