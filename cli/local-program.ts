import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { CliError } from './cli-error.ts'
import type { Environment } from './environment.ts'
import { catchInterrupt } from './terminal/interrupt.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The last line of output. */
function readAnswer<T>(printed: string, Report: z.ZodMiniType<T>): { report: T } | { error: string } {
  try {
    const Answer = z.union([z.object({ report: Report }), z.object({ error: z.string() })])
    return Answer.parse(JSON.parse(printed.trim().split('\n').at(-1) as string))
  } catch {
    return { error: 'It ended early' }
  }
}

/**
 * Runs a program of this checkout on the installation of the given variables, with the folder and variables of `npm
 * start`. It ends when this process ends.
 * @throws CliError with the program's message
 */
export async function runOnInstallation<T>(
  program:
    | 'backup'
    | 'verify-backup'
    | 'restore'
    | 'audit'
    | 'distribute'
    | 'doctor'
    | 'migrate'
    | 'move-files',
  argument: string,
  Report: z.ZodMiniType<T>,
  { variables }: Environment,
  flags: readonly string[] = [],
): Promise<T> {
  const interrupt = catchInterrupt()
  try {
    const child = spawn(process.execPath, [`server/${program}.ts`, argument, ...flags], {
      cwd: root,
      env: variables,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    interrupt.signal.addEventListener('abort', () => child.kill('SIGTERM'))
    let printed = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    await once(child, 'close')
    const answer = readAnswer(printed, Report)
    if ('report' in answer) return answer.report
    const interrupted = interrupt.signal.aborted
    throw new CliError(interrupted ? 'interrupted' : 'failed', answer.error, {
      code: interrupted ? 'interrupted' : `${program}_failed`,
    })
  } finally {
    interrupt.release()
  }
}
