import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = dirname(import.meta.dirname)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Variables of the program, and those by which Node and the C library are set. */
const knownVariables = () =>
  new Set([
    ...[...read('server/platform/env.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1]),
    'NODE_COMPILE_CACHE',
    'MALLOC_ARENA_MAX',
  ])

it('the service starts an existing program, with variables that it reads', () => {
  const unit = read('docs/examples/leadwright.service')
  const known = knownVariables()
  const set = [...unit.matchAll(/^Environment=([A-Z_]+)=/gm)].map((match) => match[1])
  expect(set.length).toBeGreaterThan(3)
  expect(set.filter((name) => !known.has(name))).toEqual([])
  const [, program = ''] = /^ExecStart=\S+ \S+ (\S+)$/m.exec(unit) ?? []
  expect(existsSync(join(root, program)), program).toBe(true)
  // The database is stopped by the program and not beside it.
  expect(unit).toContain('\nKillMode=mixed\n')
})

it('the proxy calls an address that answers it', () => {
  const [, path] = /^\s*ask http:\/\/127\.0\.0\.1:3001(\S+)$/m.exec(read('docs/examples/Caddyfile')) ?? []
  expect(path).toBeDefined()
  expect(read('server/app/tls-ask.ts')).toContain(`http.get('${path}'`)
})

it('the image and its compose file set variables that the program reads', () => {
  const known = knownVariables()
  const image = /^ENV (.+)$/m.exec(read('Dockerfile'))?.[1] ?? ''
  const service = /\n {2}leadwright:([\s\S]*?)\n {2}caddy:/.exec(read('docs/examples/compose.yml'))?.[1] ?? ''
  const set = [
    ...[...image.matchAll(/([A-Z_]+)=/g)].map((match) => match[1]).filter((name) => name !== 'PATH'),
    ...[...service.matchAll(/^ {6}([A-Z_]+):/gm)].map((match) => match[1]),
  ]
  expect(set.length).toBeGreaterThan(8)
  expect(set.filter((name) => !known.has(name))).toEqual([])
})

it('the dashboard and the alerts name metrics that the program has', () => {
  const code = globSync('server/**/*.ts', { cwd: root }).map(read).join('\n')
  for (const file of ['grafana-dashboard.json', 'leadwright-alerts.yml']) {
    const named = [...read(`docs/examples/${file}`).matchAll(/\bleadwright_(\w+)/g)].map(
      (match) => match[1] ?? '',
    )
    expect(named.length).toBeGreaterThan(3)
    const unknown = named
      .map((name) => name.replace(/_bucket$/, ''))
      .filter((name) => !/^(process|nodejs)_/.test(name) && !code.includes(`'${name}'`))
    expect(unknown).toEqual([])
  }
})
