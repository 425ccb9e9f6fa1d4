import { commandHelp, nounHelp, overviewHelp } from './arguments/help-text.ts'
import { parseArguments } from './arguments/parse-arguments.ts'
import { asCliError } from './cli-error.ts'
import { COMMANDS } from './command-table.ts'
import { readEnvironment } from './environment.ts'
import { EXIT } from './exit-codes.ts'
import type { Host } from './host.ts'
import { createTerminal } from './terminal/terminal.ts'

async function runParsed(argv: string[], host: Host): Promise<number> {
  const line = parseArguments(argv[0] === '--version' ? ['version', ...argv.slice(1)] : argv, COMMANDS)
  if (line.kind === 'help') {
    const { command, noun } = line
    const text = noun
      ? nounHelp(noun, COMMANDS)
      : command
        ? commandHelp(command, COMMANDS)
        : overviewHelp(COMMANDS)
    host.stdout.write(`${text}\n`)
    return EXIT.done.code
  }
  const { command, positionals, json } = line
  const values = line.values as Record<string, never>
  const terminal = createTerminal(json, host)
  const code = await command.run({ values, positionals, terminal, env: readEnvironment(host) })
  return code ?? EXIT.done.code
}

/** Runs one command line and returns the exit code. Never throws: a failure is printed. */
export async function runLine(argv: string[], host: Host): Promise<number> {
  try {
    return await runParsed(argv, host)
  } catch (thrown) {
    const error = asCliError(thrown)
    createTerminal(argv.includes('--json'), host).fail(error)
    return error.exitCode
  }
}
