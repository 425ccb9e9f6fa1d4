import type { Readable, Writable } from 'node:stream'
import { type CliError, errorDocument } from '../cli-error.ts'
import type { Host } from '../host.ts'
import { plainText } from './display-width.ts'
import { createProgressBar, type ProgressBar } from './progress-bar.ts'

/** Output of a command: its result on standard output, everything else on standard error. */
export interface Terminal {
  json: boolean
  /** Standard input; `isTTY` when a person can be asked. */
  input: Readable & { isTTY?: boolean }
  /** Standard output, for results that are no document. */
  output: Writable
  /** Width of standard output in cells; Infinity when that is not a terminal. */
  width: number
  progress: ProgressBar
  /** Prints the result once: the document with `--json`, else the text. */
  result(document: unknown, human: () => string): void
  /** Prints a line to standard error. */
  note(line: string): void
  /** Prints why the command failed. */
  fail(error: CliError): void
}

function humanError(error: CliError): string {
  const fields = Object.entries(error.extra.fields ?? {})
    .filter(([, text]) => !error.message.includes(text))
    .map(([field, text]) => `  ${field}: ${text}`)
  const hint = error.extra.hint?.split('\n').map((line) => `  ${line}`) ?? []
  return [`leadwright: ${error.message}`, ...fields, ...hint].map(plainText).join('\n')
}

export function createTerminal(json: boolean, { stdin, stdout, stderr }: Host): Terminal {
  const progress = createProgressBar(stderr)
  const note = (line: string): void => {
    progress.clear()
    stderr.write(`${line}\n`)
  }
  return {
    json,
    input: stdin,
    output: stdout,
    width: (stdout.isTTY && stdout.columns) || Infinity,
    progress,
    note,
    result(document, human) {
      progress.clear()
      stdout.write(`${json ? JSON.stringify(document, null, 2) : human()}\n`)
    },
    fail: (error) => note(json ? JSON.stringify(errorDocument(error)) : humanError(error)),
  }
}
