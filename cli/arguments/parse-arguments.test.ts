import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../command-table.ts'
import { GLOBAL_OPTIONS, type ParsedLine, parseArguments } from './parse-arguments.ts'

const run = (...argv: string[]) => parseArguments(argv, COMMANDS) as Extract<ParsedLine, { kind: 'run' }>
const value = (name: string, ...argv: string[]) => run('search', 'local', ...argv).values[name]
const failure = (...argv: string[]): string => {
  try {
    parseArguments(argv, COMMANDS)
  } catch (error) {
    return (error as Error).message
  }
  return 'no failure'
}

describe('the command table', () => {
  it('gives an option the same type in every command of the overview', () => {
    const kinds = new Map<string, Set<string>>()
    const shown = COMMANDS.filter(({ isDerived }) => !isDerived)
    for (const options of [GLOBAL_OPTIONS, ...shown.map((command) => command.options)]) {
      for (const [name, spec] of Object.entries(options)) {
        kinds.set(name, (kinds.get(name) ?? new Set()).add(spec.kind))
      }
    }
    expect([...kinds].filter(([, set]) => set.size > 1)).toEqual([])
    expect(kinds.size).toBeGreaterThan(20)
  })
})

describe('values that look like options', () => {
  const south = { lat: -33.9, lon: 151.2 }
  it.each([
    [['--near', '45.5,-122.6'], { lat: 45.5, lon: -122.6 }],
    [['--near=45.5,-122.6'], { lat: 45.5, lon: -122.6 }],
    [['--near', '-33.9,151.2'], south],
    [['--near=-33.9,151.2'], south],
    [['--near', ' -33.9 , +151.2 '], south],
    [['--near', 'Portland, Oregon'], 'Portland, Oregon'],
  ])('%j is read as a place, not as an option', (argv, near) => {
    expect(value('near', ...argv)).toEqual(near)
  })

  it('accepts a password and a text that start with dashes', () => {
    expect(run('login', '--email', 'a@example.com', '--password', '-x').values.password).toBe('-x')
    expect(run('login', '--email', 'a@example.com', '--password', '--odd one').values.password).toBe(
      '--odd one',
    )
  })

  it('accepts a single dash as a value', () => {
    expect(run('export', '3', '--out', '-').values.out).toBe('-')
  })

  it('does not read a declared option as a value', () => {
    expect(failure('search', 'local', '--near', '--radius', '5')).toContain('--near needs a value')
    expect(failure('search', 'local', '--near')).toContain('--near needs a value')
  })
})

describe('distances', () => {
  it.each([
    ['25km', 25],
    ['25', 25],
    ['15mi', 24.14016],
    ['500m', 0.5],
    ['0.5 KM', 0.5],
  ])('%s is read as %s km', (written, km) => {
    expect(value('radius', '--radius', written)).toBe(km)
  })
  it.each(['0', '-5', '501km', 'far', '5 miles', ''])('refuses "%s"', (written) => {
    expect(failure('search', 'local', '--radius', written)).toContain('--radius')
  })
})

describe('lists, flags and repeated options', () => {
  it('accepts commas and repeated options as a list', () => {
    expect(value('has', '--has', 'website,phone')).toEqual(['website', 'phone'])
    expect(value('has', '--has', 'website', '--has', 'phone')).toEqual(['website', 'phone'])
    expect(failure('search', 'local', '--has', 'websit')).toContain('Did you mean website?')
  })
  it('uses the last value, and accepts options before the command', () => {
    expect(value('limit', '--limit', '5', '--limit', '6')).toBe(6)
    expect(run('--json', 'lists')).toMatchObject({ json: true, command: { name: 'lists' } })
  })
  it('reads an option as its own command takes it, whatever others do with the name', () => {
    expect(run('kit', 'diff', 'x', '--account', '4').values.account).toBe(4)
    expect(run('lists', 'pin', '1', '--is-pinned', 'off').values['is-pinned']).toBe(false)
    expect(run('lists', '--archived').values.archived).toBe(true)
  })
  it('refuses a value for a flag', () => {
    expect(failure('lists', '--archived=no')).toContain('--archived takes no value')
  })
  it.each(['0', '1.5', 'x', '-3', '1e3'])('refuses --limit %s', (written) => {
    expect(failure('search', 'local', '--limit', written)).toContain('--limit')
  })
})

describe('unknown commands and options', () => {
  it.each([
    [['search', 'local', '--raduis', '5'], '--raduis. Did you mean --radius?'],
    [['lists', '--quote'], '--quote for "lists"'],
    [['lists', '-x'], 'There is no option -x'],
    [['lsits'], 'Did you mean lists?'],
    [['runs', 'wach', '5'], 'Did you mean runs watch?'],
    [['corpus', '--json'], '"corpus" needs a subcommand'],
    [['corpus', 'imprt', 'x'], 'There is no command "corpus imprt". Did you mean corpus import?'],
    [['memers'], 'Did you mean members?'],
    [['members', 'invite', '--emial', 'x'], '--emial. Did you mean --email?'],
    [['lists', 'pin', '1', '--is-pinned=maybe'], '--is-pinned takes on or off'],
    [['export', '--out', 'x'], 'LIST_ID is missing'],
    [['export', '3'], '--out FILE is required'],
    [['--near', 'x'], 'The command is missing'],
  ])('%j is refused with: %s', (argv, message) => {
    expect(failure(...argv)).toContain(message)
  })
})

describe('help', () => {
  it.each([[['lists', '--help']], [['lists', '-h']], [['lists', '--nonsense', '--help']]])('%j', (argv) => {
    expect(parseArguments(argv, COMMANDS)).toMatchObject({ kind: 'help', command: { name: 'lists' } })
  })
  it('lists the commands of a noun that is no command itself', () => {
    for (const argv of [['members'], ['members', '--help']])
      expect(parseArguments(argv, COMMANDS)).toEqual({ kind: 'help', command: null, noun: 'members' })
  })
  it('shows the overview without a command', () => {
    expect(parseArguments([], COMMANDS)).toEqual({ kind: 'help', command: null })
    expect(parseArguments(['--help'], COMMANDS)).toEqual({ kind: 'help', command: null })
  })
})
