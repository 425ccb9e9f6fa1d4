import { EXIT } from '../exit-codes.ts'
import type { CommandSpec } from './command-spec.ts'
import type { OptionSpec } from './option-spec.ts'
import { GLOBAL_OPTIONS, listGroup } from './parse-arguments.ts'

/** Terminals have at least so many columns. */
const WIDTH = 80
/** Longer words on the left have the text on the right below them. */
const MOST_LEFT = 28

/** Words in lines of at most `width` characters; a longer word has a line of its own. */
function wrapWords(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const columns = (rows: [string, string][]): string[] => {
  const fitting = rows.map(([left]) => left.length).filter((length) => length <= MOST_LEFT)
  const width = Math.max(0, ...fitting)
  const indent = ' '.repeat(width + 4)
  return rows.flatMap(([left, right]) => {
    const [first = '', ...rest] = wrapWords(right, WIDTH - indent.length)
    const begin =
      left.length > width ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(width)}  ${first}`]
    return [...begin, ...rest.map((line) => indent + line)].map((line) => line.trimEnd())
  })
}

const optionRow = ([name, spec]: [string, OptionSpec<unknown>]): [string, string] => [
  `--${name}${spec.value ? ` ${spec.value}` : ''}`,
  spec.required ? `${spec.help} (required)` : spec.help,
]

const positionalText = (command: CommandSpec): string =>
  command.positionals.map((name) => (name.endsWith('?') ? ` [${name.slice(0, -1)}]` : ` ${name}`)).join('')

const summaries = (commands: readonly CommandSpec[]): string[] =>
  columns(commands.map((command) => [command.name + positionalText(command), command.summary]))

/** Overview: commands with their summary, with `all` also those that follow from an endpoint. */
export function overviewHelp(commands: readonly CommandSpec[], all = false): string {
  const derived = commands.filter(({ isDerived }) => isDerived)
  return [
    'leadwright: find, keep and export leads on a Leadwright server',
    '',
    'Commands:',
    ...summaries(commands.filter(({ isDerived }) => !isDerived)),
    '',
    ...(all
      ? ['Calls of the API:', ...summaries(derived), '']
      : [`${derived.length} more are single calls of the API:`, '`leadwright help --all` lists them.']),
    'Every command takes --json and --help.',
    '`leadwright NOUN` lists the commands of a noun, such as `leadwright members`,',
    '`leadwright COMMAND --help` shows the options of a command,',
    '`leadwright help exit-codes` the exit codes.',
  ].join('\n')
}

/** The commands that begin with a noun. */
export const nounHelp = (noun: string, commands: readonly CommandSpec[]): string =>
  [`Commands of leadwright ${noun}:`, ...summaries(listGroup(noun, commands))].join('\n')

/** Help of one command: usage, options, notes, examples, and the commands that begin with its name. */
export function commandHelp(command: CommandSpec, commands: readonly CommandSpec[] = []): string {
  const options = Object.entries({ ...command.options, ...GLOBAL_OPTIONS }).map(optionRow)
  const examples = (command.examples ?? []).map((line) => `  ${line}`)
  const group = listGroup(command.name, commands)
  const also = (command.aliases ?? []).map((name) => `leadwright ${name}`)
  return [
    ...wrapWords(command.summary, WIDTH),
    '',
    `Usage: leadwright ${command.name}${positionalText(command)} [OPTIONS]`,
    ...(also.length > 0 ? [`Also: ${also.join(', ')}`] : []),
    '',
    'Options:',
    ...columns(options),
    ...(command.notes ?? []).flatMap((note) => ['', ...wrapWords(note, WIDTH)]),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples] : []),
    ...(group.length > 0 ? ['', 'More commands:', ...summaries(group)] : []),
  ].join('\n')
}

export const exitCodesHelp = (): string =>
  ['Exit codes:', ...columns(Object.values(EXIT).map(({ code, meaning }) => [String(code), meaning]))].join(
    '\n',
  )
