import { type Storage, StorageError } from './storage.ts'

/**
 * Moves every file. One is removed only once all its bytes are in the other place, so an interrupted move loses
 * nothing and is continued by the next one. Nobody else may use the files meanwhile.
 */
export async function moveFiles(
  from: Storage,
  to: Storage,
  signal?: AbortSignal,
): Promise<{ files: number; bytes: number }> {
  const moved = { files: 0, bytes: 0 }
  for (const { name, bytes } of await from.list()) {
    signal?.throwIfAborted()
    const writer = await to.create(name)
    let isWhole = false
    try {
      for await (const chunk of from.read(name)) await writer.write(chunk as Uint8Array)
      isWhole = true
    } finally {
      await writer.close({ flush: isWhole })
    }
    const stored = await to.size(name)
    if (stored !== bytes)
      throw new StorageError(`${stored} of ${bytes} bytes of ${name} were stored. Try again`)
    await from.remove(name)
    moved.files += 1
    moved.bytes += bytes
  }
  return moved
}
