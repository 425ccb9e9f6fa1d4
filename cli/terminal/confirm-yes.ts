import { createInterface } from 'node:readline/promises'
import { usageError } from '../cli-error.ts'
import type { Terminal } from './terminal.ts'

/**
 * Asks for confirmation on the terminal.
 * @returns false when the answer is anything but yes.
 * @throws CliError without a terminal and without `--yes`.
 */
export async function confirmYes(terminal: Terminal, question: string): Promise<boolean> {
  if (!terminal.input.isTTY)
    throw usageError('This is not an interactive terminal', 'Use --yes to skip the confirmation')
  terminal.progress.clear()
  const lines = createInterface({ input: terminal.input, output: process.stderr })
  try {
    const answer = await lines.question(`${question} [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
