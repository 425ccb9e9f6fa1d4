import { CliError } from '../cli-error.ts'

const END = new Set(['\r', '\n', '\u0004'])
const ERASE = new Set(['\u007f', '\b'])

/** Applies a key press to the text typed so far. Ctrl-C exits with 130. */
export function applyKey(typed: string, key: string): { typed: string; done: boolean } {
  if (END.has(key)) return { typed, done: true }
  if (key === '\u0003') throw new CliError('interrupted', 'Interrupted', { code: 'interrupted' })
  if (ERASE.has(key)) return { typed: [...typed].slice(0, -1).join(''), done: false }
  return { typed: key < ' ' ? typed : typed + key, done: false }
}

/** Prompts for a password on the terminal without echo. Only call it when standard input is a terminal. */
export async function promptPassword(question: string): Promise<string> {
  const { stdin, stderr } = process
  // Raw mode before the prompt: the answer must never be echoed.
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stderr.write(question)
  try {
    let typed = ''
    for await (const keys of stdin.iterator({ destroyOnReturn: false })) {
      for (const key of String(keys)) {
        const next = applyKey(typed, key)
        typed = next.typed
        if (next.done) return typed
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stdin.unref()
    stderr.write('\n')
  }
}
