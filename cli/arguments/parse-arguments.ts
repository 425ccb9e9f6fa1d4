import { parseArgs } from 'node:util'
import { type CliError, usageError } from '../cli-error.ts'
import type { CommandSpec } from './command-spec.ts'
import { didYouMean } from './nearest-word.ts'
import { flag, type OptionSpec } from './option-spec.ts'

/** Options of every command. */
export const GLOBAL_OPTIONS: Record<string, OptionSpec<unknown>> = {
  json: flag('One JSON document on standard output, everything else on standard error'),
  help: flag('Show this help'),
}
const SHORT: Record<string, string> = { h: 'help' }

/** A parsed command line. `command` is null for the overview. */
export type ParsedLine =
  | { kind: 'help'; command: CommandSpec | null }
  | {
      kind: 'run'
      command: CommandSpec
      positionals: string[]
      values: Record<string, unknown>
      json: boolean
    }

type Kinds = Map<string, OptionSpec<unknown>['kind']>

/** Every option of every command: an option has the same type everywhere (a test checks that). */
function allKinds(commands: readonly CommandSpec[]): Kinds {
  const sets = [GLOBAL_OPTIONS, ...commands.map((command) => command.options)]
  return new Map(sets.flatMap((set) => Object.entries(set).map(([name, spec]) => [name, spec.kind] as const)))
}

/**
 * Joins `--near -33.9,151.2` to `--near=-33.9,151.2`: parseArgs refuses a value with a leading dash. Only a declared
 * option ends the value, so that `--near --radius 5` still reports the missing value.
 */
function joinValues(argv: readonly string[], kinds: Kinds): string[] {
  const isOption = (arg: string): boolean =>
    arg === '--' || (arg.startsWith('--') && kinds.has(arg.slice(2).split('=')[0]!)) || arg.slice(1) in SHORT
  const joined: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const arg = argv[at]!
    if (arg === '--') return [...joined, ...argv.slice(at)]
    const kind = arg.startsWith('--') ? kinds.get(arg.slice(2)) : undefined
    const next = argv[at + 1]
    const takesNext = (kind === 'text' || kind === 'list') && next !== undefined && !isOption(next)
    joined.push(takesNext ? `${arg}=${next}` : arg)
    if (takesNext) at++
  }
  return joined
}

interface ParsedArguments {
  positionals: string[]
  options: { name: string; value: string | undefined }[]
}

function tokenize(argv: readonly string[], kinds: Kinds): ParsedArguments {
  // Values are already joined: declared as text, a flag would swallow the next argument.
  const options = Object.fromEntries(
    [...kinds.keys()].map((name) => [
      name,
      { type: 'boolean', ...(name === 'help' ? { short: 'h' } : {}) } as const,
    ]),
  )
  const { tokens } = parseArgs({
    args: joinValues(argv, kinds),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const parsed: ParsedArguments = { positionals: [], options: [] }
  for (const token of tokens) {
    if (token.kind === 'positional') parsed.positionals.push(token.value)
    if (token.kind === 'option') parsed.options.push({ name: token.name, value: token.value })
  }
  return parsed
}

/** The command at the start of the line; the longest name wins (`runs watch` before `runs`). */
export function findCommand(
  words: readonly string[],
  commands: readonly CommandSpec[],
): CommandSpec | undefined {
  return commands
    .flatMap((command) => [command.name, ...(command.aliases ?? [])].map((name) => ({ name, command })))
    .filter(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
    .sort((a, b) => b.name.length - a.name.length)[0]?.command
}

/** Argument names of a command without their marks, and how many are required and allowed. */
function positionalRange({ positionals }: CommandSpec): { least: number; most: number } {
  return {
    least: positionals.filter((name) => !name.endsWith('?')).length,
    most: positionals.some((name) => name.includes('...')) ? Infinity : positionals.length,
  }
}

export function unknownCommand(words: readonly string[], commands: readonly CommandSpec[]): CliError {
  const group = commands.filter((command) => command.name.startsWith(`${words[0]} `))
  if (group.length > 0) {
    return usageError(
      `"${words[0]}" needs a subcommand`,
      group.map((command) => `leadwright ${command.name}`).join('\n'),
    )
  }
  const names = commands.map((command) => command.name)
  const guess = didYouMean(words.slice(0, 2).join(' '), names) || didYouMean(words[0]!, names)
  return usageError(`There is no command "${words[0]}".${guess}`, 'leadwright help')
}

function checkPositionals(
  command: CommandSpec,
  positionals: string[],
  commands: readonly CommandSpec[],
): void {
  const { least, most } = positionalRange(command)
  const extra = positionals[most]
  const hint = `leadwright ${command.name} --help`
  if (positionals.length < least)
    throw usageError(`${command.positionals[positionals.length]} is missing`, hint)
  if (extra === undefined) return
  const guess = didYouMean(
    `${command.name} ${extra}`,
    commands.map(({ name }) => name),
  )
  throw usageError(`"${extra}" is an unexpected argument.${guess}`, hint)
}

function groupOptions(
  command: CommandSpec,
  typed: ParsedArguments['options'],
  kinds: Kinds,
): Map<string, string[]> {
  const specs = { ...GLOBAL_OPTIONS, ...command.options }
  const hint = `leadwright ${command.name} --help`
  const groups = new Map<string, string[]>()
  for (const { name, value } of typed) {
    const dashed = name.length === 1 ? `-${name}` : `--${name}`
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined
    if (!spec) {
      const known = Object.keys(specs).map((option) => `--${option}`)
      const place = kinds.has(name) ? ` for "${command.name}"` : ''
      throw usageError(`There is no option ${dashed}${place}.${didYouMean(dashed, known)}`, hint)
    }
    if (spec.kind === 'flag' && value !== undefined) throw usageError(`${dashed} takes no value`, hint)
    if (spec.kind !== 'flag' && value === undefined)
      throw usageError(`${dashed} needs a value: ${spec.value}`, hint)
    groups.set(name, [...(groups.get(name) ?? []), value ?? ''])
  }
  return groups
}

/** Parses a command line with the table. Throws usage errors (exit 2), each with the nearest valid word. */
export function parseArguments(argv: readonly string[], commands: readonly CommandSpec[]): ParsedLine {
  const kinds = allKinds(commands)
  const parsed = tokenize(argv, kinds)
  const command = findCommand(parsed.positionals, commands)
  const wantsHelp = parsed.options.some(({ name }) => name === 'help' || name === 'h')
  if (!command && parsed.positionals.length > 0) throw unknownCommand(parsed.positionals, commands)
  if (!command) {
    const unknown = parsed.options.find(({ name }) => !(name in GLOBAL_OPTIONS) && !(name in SHORT))
    if (unknown) throw usageError('The command is missing', 'leadwright help')
    return { kind: 'help', command: null }
  }
  if (wantsHelp) return { kind: 'help', command }
  const positionals = parsed.positionals.slice(command.name.split(' ').length)
  const groups = groupOptions(command, parsed.options, kinds)
  checkPositionals(command, positionals, commands)
  const values = Object.fromEntries(
    Object.entries(command.options).map(([name, spec]) => [name, spec.read(groups.get(name) ?? [], name)]),
  )
  return { kind: 'run', command, positionals, values, json: groups.has('json') }
}
