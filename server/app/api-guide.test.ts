import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey } from '#contract/identity/sessions.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const guide = readFileSync(join(dirname(dirname(import.meta.dirname)), 'docs', 'api-guide.md'), 'utf8')
/** All blocks of a language in order: later ones depend on earlier ones. */
const blocks = (language: string): string =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
    .map((match) => match[1])
    .join('\n')

let t: TestApp
let url: string
let user: TestUser
let folder: string
beforeAll(async () => {
  t = await testApp()
  url = await t.listen()
  user = await t.account()
  folder = mkdtempSync(join(tmpdir(), 'api-guide-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await t?.close()
})

/** Runs a program of the guide beside this process, which serves its requests. */
async function run(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, BASE: url, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  return { code, output }
}

const has = async (program: string) =>
  new Promise<boolean>((resolve) => {
    spawn(program, ['--version'], { stdio: 'ignore' })
      .once('error', () => resolve(false))
      .once('exit', (code) => resolve(code === 0))
  })
const canRunShell = (await Promise.all(['bash', 'curl', 'jq'].map(has))).every(Boolean)

it.skipIf(!canRunShell)('the shell examples run unchanged, one after the other', async () => {
  const script = blocks('sh')
  expect(script.match(/\bcurl\b|\bapi /g)?.length).toBeGreaterThan(15)
  writeFileSync(join(folder, 'guide.sh'), `set -euo pipefail\n${script}`)
  const { code, output } = await run('bash', ['guide.sh'], {
    EMAIL: user.email,
    PASSWORD: user.password,
  })
  expect([output, code]).toEqual([expect.stringContaining('succeeded'), 0])
  expect(output).toContain(user.email)
  expect(readFileSync(join(folder, 'breweries.csv'), 'utf8').split('\n').length).toBeGreaterThan(5)
})

it('the TypeScript example runs unchanged', async () => {
  const body = {
    name: 'Guide',
    scopes: ['read', 'write', 'spend', 'export'] as never,
    password: user.password,
  }
  const { key } = (await t.call(createApiKey, { body }, user)).body.data
  writeFileSync(join(folder, 'guide.mts'), blocks('ts'))
  const { code, output } = await run(process.execPath, ['guide.mts'], { KEY: key })
  expect([output, code]).toEqual([
    expect.stringMatching(/succeeded\n[1-9]\d* leads[\s\S]*40 rows\nvalidation_failed/),
    0,
  ])
})
