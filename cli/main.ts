import { commandHelp, overviewHelp } from './arguments/help-text.ts'
import { parseArguments } from './arguments/parse-arguments.ts'
import { asCliError } from './cli-error.ts'
import { COMMANDS } from './command-table.ts'
import { readEnvironment } from './environment.ts'
import { EXIT } from './exit-codes.ts'
import { createTerminal } from './terminal/terminal.ts'

async function runLine(argv: string[]): Promise<number> {
  const line = parseArguments(argv, COMMANDS)
  if (line.kind === 'help') {
    process.stdout.write(`${line.command ? commandHelp(line.command) : overviewHelp(COMMANDS)}\n`)
    return EXIT.done.code
  }
  const { command, positionals, json } = line
  const values = line.values as Record<string, never>
  return command.run({ values, positionals, terminal: createTerminal(json), env: readEnvironment() })
}

// A reader that has seen enough (`leadwright lists | head -1`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done.code)
  throw error
})

const argv = process.argv.slice(2)
try {
  process.exitCode = await runLine(argv)
} catch (thrown) {
  const error = asCliError(thrown)
  createTerminal(argv.includes('--json')).fail(error)
  process.exitCode = error.exitCode
}
