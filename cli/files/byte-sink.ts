import { once } from 'node:events'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { usageError } from '../cli-error.ts'
import { temporaryName } from './atomic-write.ts'

/** Target of a download. */
export interface ByteSink {
  /** Whether a broken download may start over: not once bytes have been written to a pipe. */
  repeatable: boolean
  write(bytes: Uint8Array): Promise<void>
  /** Completes the result. */
  finish(): Promise<void>
  /** Removes everything written. */
  discard(): Promise<void>
}

export function outputSink(output: Writable): ByteSink {
  return {
    repeatable: false,
    async write(bytes) {
      if (!output.write(bytes)) await once(output, 'drain')
    },
    finish: async () => {},
    discard: async () => {},
  }
}

/** Checks a target before the first request. */
export async function assertWritableTarget(path: string, name: string): Promise<void> {
  const target = await stat(path).catch(() => null)
  if (target?.isDirectory()) throw usageError(`"${name}" is a folder`)
  const folder = await stat(dirname(path)).catch(() => null)
  if (!folder?.isDirectory()) throw usageError(`There is no folder "${dirname(path)}"`)
}

/** A file that appears under its name only when it is complete. */
export async function fileSink(path: string): Promise<ByteSink> {
  const temporary = temporaryName(path)
  const handle = await open(temporary, 'wx')
  return {
    repeatable: true,
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten
    },
    async finish() {
      await handle.sync()
      await handle.close()
      await rename(temporary, path)
    },
    async discard() {
      await handle.close().catch(() => {})
      await rm(temporary, { force: true })
    },
  }
}
