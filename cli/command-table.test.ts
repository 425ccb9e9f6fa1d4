import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from './command-table.ts'

const page = new URL('../docs/cli.md', import.meta.url)

describe.runIf(existsSync(page))('docs/cli.md', () => {
  const text = readFileSync(page, 'utf8')

  const shown = COMMANDS.filter(({ isDerived }) => !isDerived)

  it.each(shown.map((command) => [command.name, command] as const))('describes "%s"', (name, command) => {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}`))
    expect(row).toBeDefined()
    const missing = Object.keys(command.options).filter((option) => !text.includes(`--${option}`))
    expect(missing).toEqual([])
  })

  it('names only options that exist', () => {
    const known = new Set(COMMANDS.flatMap((command) => Object.keys(command.options)))
    const named = [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map((match) => match[1] as string)
    expect(named.length).toBeGreaterThan(20)
    const everywhere = ['json', 'help', 'version']
    expect(named.filter((option) => !known.has(option) && !everywhere.includes(option))).toEqual([])
  })

  it('names exactly the environment variables that are read', () => {
    const source = readFileSync(new URL('./environment.ts', import.meta.url), 'utf8')
    const read = new Set(source.match(/\bLEADWRIGHT_[A-Z]+/g))
    expect(read.size).toBeGreaterThan(4)
    const written = [...text.matchAll(/^\| `(LEADWRIGHT_[A-Z]+)`/gm)].map((match) => match[1])
    expect(written.sort()).toEqual([...read].sort())
  })
})
