import type { Readable, Writable } from 'node:stream'

/** The process around a command, or its replacement in tests. */
export interface Host {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean; columns?: number }
  stderr: Writable & { isTTY?: boolean; columns?: number }
  variables: NodeJS.ProcessEnv
  folder: string
}

export const processHost = (): Host => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  variables: process.env,
  folder: process.cwd(),
})
