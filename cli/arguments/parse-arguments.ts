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

/** A parsed command line. `command` is null for the overview, or for that of all commands with the noun. */
export type ParsedLine =
  | { kind: 'help'; command: CommandSpec | null; noun?: string }
  | {
      kind: 'run'
      command: CommandSpec
      positionals: string[]
      values: Record<string, unknown>
      json: boolean
    }

type Kinds = Map<string, OptionSpec<unknown>['kind']>

/**
 * Every option of the commands that people write by hand (an option has the same type in all of these, a test checks
 * that), and of the command in use, whose types win.
 */
function listKinds(commands: readonly CommandSpec[], used?: CommandSpec): Kinds {
  const shown = commands.filter(({ isDerived }) => !isDerived)
  const sets = [GLOBAL_OPTIONS, ...shown.map(({ options }) => options), used?.options ?? {}]
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

/** Commands that begin with a word. */
export const listGroup = (noun: string, commands: readonly CommandSpec[]): CommandSpec[] =>
  commands.filter(({ name }) => name.startsWith(`${noun} `))

export function unknownCommand(words: readonly string[], commands: readonly CommandSpec[]): CliError {
  const [noun = '', verb] = words
  const typed = words.slice(0, 2).join(' ')
  const group = listGroup(noun, commands).map(({ name }) => name)
  if (group.length > 0 && verb === undefined)
    return usageError(`"${noun}" needs a subcommand`, group.map((name) => `leadwright ${name}`).join('\n'))
  if (group.length > 0)
    return usageError(`There is no command "${typed}".${didYouMean(typed, group)}`, `leadwright ${noun}`)
  const names = commands.map(({ name }) => name)
  const nouns = [...new Set(names.map((name) => name.split(' ')[0] as string))]
  const guess = didYouMean(typed, names) || didYouMean(noun, nouns)
  return usageError(`There is no command "${noun}".${guess}`, 'leadwright help')
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

/** A line without a command: help, or what is wrong with it. */
function parseWithoutCommand(
  { positionals, options }: ParsedArguments,
  commands: readonly CommandSpec[],
): ParsedLine {
  const [noun, ...rest] = positionals
  const other = options.find(({ name }) => name !== 'help' && !(name in SHORT))
  if (noun !== undefined) {
    const isNoun = rest.length === 0 && other === undefined && listGroup(noun, commands).length > 0
    if (isNoun) return { kind: 'help', command: null, noun }
    throw unknownCommand(positionals, commands)
  }
  if (other && !(other.name in GLOBAL_OPTIONS)) throw usageError('The command is missing', 'leadwright help')
  return { kind: 'help', command: null }
}

/** Parses a command line with the table. Throws usage errors (exit 2), each with the nearest valid word. */
export function parseArguments(argv: readonly string[], commands: readonly CommandSpec[]): ParsedLine {
  const first = tokenize(argv, listKinds(commands))
  const command = findCommand(first.positionals, commands)
  if (!command) return parseWithoutCommand(first, commands)
  const kinds = listKinds(commands, command)
  const parsed = tokenize(argv, kinds)
  if (parsed.options.some(({ name }) => name === 'help' || name === 'h')) return { kind: 'help', command }
  const positionals = parsed.positionals.slice(command.name.split(' ').length)
  const groups = groupOptions(command, parsed.options, kinds)
  checkPositionals(command, positionals, commands)
  const values = Object.fromEntries(
    Object.entries(command.options).map(([name, spec]) => [name, spec.read(groups.get(name) ?? [], name)]),
  )
  return { kind: 'run', command, positionals, values, json: groups.has('json') }
}
