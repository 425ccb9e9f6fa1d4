import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of the launcher that npm installs as `leadwright`. */
export const LAUNCHER = fileURLToPath(new URL('../leadwright.js', import.meta.url))

/** How long a test waits for what a command that was just started does: on a busy machine the start alone takes seconds. */
export const SOON = { timeout: 15_000 }

export interface CliResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface CliOptions {
  env?: Record<string, string>
  cwd?: string
  stdin?: string
  /** Program and first arguments; this Node and the launcher unless told. */
  command?: [string, ...string[]]
}

/** A running command: the process, and its end. */
export interface CliProcess {
  child: ChildProcess
  result: Promise<CliResult>
}

/** Starts the real command as a process with nothing of this one's LEADWRIGHT_ settings. */
export function startCli(args: string[], { env = {}, cwd, stdin, command }: CliOptions = {}): CliProcess {
  const [program, ...first] = command ?? [process.execPath, LAUNCHER]
  const inherited = Object.entries(process.env).filter(([name]) => !/^(LEADWRIGHT_|npm_|INIT_CWD)/.test(name))
  const child = spawn(program, [...first, ...args], {
    env: { ...Object.fromEntries(inherited), ...env },
    ...(cwd ? { cwd } : {}),
  })
  const out = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    out.stderr += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin ?? '')
  const result = new Promise<CliResult>((resolve) => child.on('close', (code) => resolve({ code, ...out })))
  return { child, result }
}

/** Runs the command to its end. */
export const runCli = (args: string[], options: CliOptions = {}): Promise<CliResult> =>
  startCli(args, options).result

/** A folder of one test's own; call `remove` afterwards. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'leadwright-cli-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
