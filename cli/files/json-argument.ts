import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import type { CommandCall } from '../arguments/command-spec.ts'
import { usageError } from '../cli-error.ts'

/** The JSON of `--data`: itself, `@FILE`, or `-` for standard input. @throws a usage error for anything else. */
export async function readJsonArgument(
  data: string,
  { env, terminal }: Pick<CommandCall<unknown>, 'env' | 'terminal'>,
): Promise<string> {
  const json =
    data === '-'
      ? await readText(terminal.input)
      : data.startsWith('@')
        ? await readFile(resolve(env.workingFolder, data.slice(1)), 'utf8')
        : data
  try {
    JSON.parse(json)
  } catch (error) {
    throw usageError(`--data is not JSON: ${(error as Error).message}`)
  }
  return json
}
