import { EXIT } from '../exit-codes.ts'
import type { CommandSpec } from './command-spec.ts'
import type { OptionSpec } from './option-spec.ts'
import { GLOBAL_OPTIONS } from './parse-arguments.ts'

const columns = (rows: [string, string][]): string[] => {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())
}

const optionRow = ([name, spec]: [string, OptionSpec<unknown>]): [string, string] => [
  `--${name}${spec.value ? ` ${spec.value}` : ''}`,
  spec.required ? `${spec.help} (required)` : spec.help,
]

const positionalText = (command: CommandSpec): string =>
  command.positionals.map((name) => (name.endsWith('?') ? ` [${name.slice(0, -1)}]` : ` ${name}`)).join('')

/** Overview: every command with its summary. */
export function overviewHelp(commands: readonly CommandSpec[]): string {
  return [
    'leadwright: find, keep and export leads on a Leadwright server',
    '',
    'Commands:',
    ...columns(commands.map((command) => [command.name + positionalText(command), command.summary])),
    '',
    'Every command takes --json and --help.',
    '`leadwright COMMAND --help` shows its options, `leadwright help exit-codes` the exit codes.',
  ].join('\n')
}

/** Help of one command: usage, options, notes, examples. */
export function commandHelp(command: CommandSpec): string {
  const options = Object.entries({ ...command.options, ...GLOBAL_OPTIONS }).map(optionRow)
  const examples = (command.examples ?? []).map((line) => `  ${line}`)
  const also = (command.aliases ?? []).map((name) => `leadwright ${name}`)
  return [
    command.summary,
    '',
    `Usage: leadwright ${command.name}${positionalText(command)} [OPTIONS]`,
    ...(also.length > 0 ? [`The same: ${also.join(', ')}`] : []),
    '',
    'Options:',
    ...columns(options),
    ...(command.notes ?? []).flatMap((note) => ['', note]),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples] : []),
  ].join('\n')
}

export const exitCodesHelp = (): string =>
  ['Exit codes:', ...columns(Object.values(EXIT).map(({ code, meaning }) => [String(code), meaning]))].join(
    '\n',
  )
