import type { Readable, Writable } from 'node:stream'

/** The process around a command, or what replaces it. */
export interface Host {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean; columns?: number }
  stderr: Writable & { isTTY?: boolean; columns?: number }
  /** Environment variables. */
  variables: NodeJS.ProcessEnv
  /** The current folder. */
  folder: string
}

/** This process. */
export const processHost = (): Host => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  variables: process.env,
  folder: process.cwd(),
})
