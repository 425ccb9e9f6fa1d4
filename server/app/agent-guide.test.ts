import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey } from '#contract/identity/sessions.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let url: string
let user: TestUser
let key: string
/** The shell commands of the typical script, as this server serves the guide. */
let http = ''

beforeAll(async () => {
  t = await testApp()
  url = await t.listen()
  user = await t.account()
  const body = {
    name: 'Agent',
    scopes: ['read', 'write', 'spend', 'export'] as never,
    password: user.password,
  }
  key = (await t.call(createApiKey, { body }, user)).body.data.key
  const guide = await (await fetch(`${url}/llms.txt`)).text()
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
  http = blocks[0] ?? ''
})
afterAll(() => t?.close())

/** Runs shell commands beside this process, which serves their requests. */
async function runShell(script: string): Promise<string> {
  const child = spawn('bash', ['-c', `set -euo pipefail\n${script}`], { env: { ...process.env, KEY: key } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) output += await runShell(script.replace('curl -sf ', 'curl -s '))
  expect({ code, output, script }).toEqual({ code: 0, output, script })
  return output
}

/** `data.run.id` of a reply. */
const at = (reply: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], reply)

/** The commands of the block, each with the fields that its comment promises. */
function readSteps(block: string) {
  const [setup = '', ...rest] = block.split(/^(?=# \d)/m)
  const steps = rest.flatMap((part) => {
    const promised = [...part.matchAll(/# -> (.*)$/gm)].flatMap((match) =>
      [...(match[1] ?? '').matchAll(/data\.[\w.]+/g)].map(([path]) => path),
    )
    const calls = part.split(/^(?=api )/m).slice(1)
    return calls.map((text, index) => ({ text, promised: index === calls.length - 1 ? promised : [] }))
  })
  return { setup, steps }
}

it('the typical script runs word for word, and its replies have the fields that it names', async () => {
  const { setup, steps } = readSteps(http)
  expect(steps.map(({ promised }) => promised.length > 0)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    true,
  ])
  const found: Record<string, unknown> = {
    REAL: (
      await seedList(t, user, { leads: [{ values: { name: 'Rose', website: 'https://rose.example' } }] })
    ).id,
  }
  const fill = (text: string) => text.replace(/\b(QUOTE|MAX|RUN|LIST|REAL)\b/g, (name) => String(found[name]))
  const call = async (text: string) => {
    const output = await runShell(`${setup}\n${fill(text)}`)
    return JSON.parse(output)
  }
  for (const { text, promised } of steps) {
    let reply = await call(text)
    if (text.includes('/api/runs/'))
      await expect
        .poll(
          async () => {
            reply = await call(text)
            return reply.data.state
          },
          { timeout: PATIENCE_MS },
        )
        .toBe('succeeded')
    for (const path of promised) expect([path, at(reply, path) ?? null]).toEqual([path, expect.anything()])
    if (text.includes('quotes')) Object.assign(found, { QUOTE: reply.data.id, MAX: reply.data.credits.max })
    if (text.includes('/api/campaigns')) Object.assign(found, { LIST: reply.data.id, RUN: reply.data.run.id })
    if (text.includes('/api/local-results/LIST -d')) expect(reply.data.length).toBeGreaterThan(0)
    if (text.includes('/api/exports')) expect((await fetch(new URL(reply.data.url, url))).status).toBe(200)
  }
})
