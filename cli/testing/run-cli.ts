import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runLine } from '../run-line.ts'

/** Path of the launcher that npm installs as `leadwright`. */
export const LAUNCHER = fileURLToPath(new URL('../leadwright.js', import.meta.url))

export interface CliResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface CliOptions {
  env?: Record<string, string>
  cwd?: string
  stdin?: string
}

export interface ProcessOptions extends CliOptions {
  /** Program and first arguments; by default this Node and the launcher. */
  command?: [string, ...string[]]
}

/** A running command: the process, and its end. */
export interface CliProcess {
  child: ChildProcess
  result: Promise<CliResult>
}

/**
 * The environment of a command, without LEADWRIGHT_ settings of this process. Shares the compile cache of
 * `startProgram`: a command may start a program, which reads hundreds of files.
 */
function variables(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(LEADWRIGHT_|npm_|INIT_CWD)/.test(name))
  const cache = join(process.env.TEST_FIRST_START ?? tmpdir(), 'compile-cache')
  return { NODE_COMPILE_CACHE: cache, ...Object.fromEntries(inherited), ...env }
}

/** Starts the real command as a process, for tests that need one, for example of signals. */
export function startCli(args: string[], { env, cwd, stdin, command }: ProcessOptions = {}): CliProcess {
  const [program, ...first] = command ?? [process.execPath, LAUNCHER]
  const child = spawn(program, [...first, ...args], {
    env: variables(env),
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

/** Collects written text. */
function collector() {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer | string, _encoding, done) {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}

/** Runs a command line within this process: starting one costs more than most commands. */
export async function runCli(args: string[], { env, cwd, stdin }: CliOptions = {}): Promise<CliResult> {
  const [stdout, stderr] = [collector(), collector()]
  const code = await runLine(args, {
    stdin: Readable.from(stdin ? [Buffer.from(stdin)] : []),
    stdout: stdout.stream,
    stderr: stderr.stream,
    variables: variables(env),
    folder: cwd ?? process.cwd(),
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

/** A temporary folder of a test; call `remove` afterwards. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'leadwright-cli-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
