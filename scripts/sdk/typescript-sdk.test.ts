import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey } from '#contract/identity/sessions.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { buildSdks } from '../build-sdk.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const readme = readFileSync(join(ROOT, 'sdk', 'typescript', 'README.md'), 'utf8')
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readme)?.[1] ?? ''

let t: TestApp
let url: string
let key: string
let folder: string
// biome-ignore lint/suspicious/noExplicitAny: the package is built while the test runs
let sdk: any

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typescript-sdk-'))
  const installed = join(folder, 'node_modules', 'leadwright-sdk')
  await buildSdks(join(folder, 'built'), ['typescript'])
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const options = ['--offline', '--install-links', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...options, join(folder, 'built', 'typescript')], { cwd: folder })
  sdk = await import(join(installed, 'index.js'))
  t = await testApp()
  url = await t.listen()
  const user = await t.account()
  const body = { name: 'SDK', scopes: ['read', 'write', 'spend', 'export'] as never, password: user.password }
  key = (await t.call(createApiKey, { body }, user)).body.data.key
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await t?.close()
})

/** Runs Node beside this process, which serves its requests. */
async function runNode(...args: string[]) {
  const env = { ...process.env, LEADWRIGHT_URL: url, LEADWRIGHT_TOKEN: key }
  const child = spawn(process.execPath, args, { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  return { code, output }
}

interface Seen {
  method: string
  url: string
  key: string | undefined
}

/** A server that gives these answers, one after the other, and what it was sent. `null` closes the connection. */
async function startServer(answers: ({ status: number; body: unknown; headers?: object } | null)[]) {
  const seen: Seen[] = []
  const server = await startLocalServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    seen.push({ method, url: path, key: headers['idempotency-key'] as string | undefined })
    const answer = answers[Math.min(seen.length, answers.length) - 1]
    if (!answer) return response.destroy()
    response.writeHead(answer.status, { 'retry-after': '0', ...answer.headers })
    response.end(JSON.stringify(answer.body))
  })
  return { seen, client: sdk.createClient({ url: `http://127.0.0.1:${server.port}`, key: 'key_x' }) }
}

const BUSY = { status: 503, body: { code: 'unavailable', message: 'Try again', request_id: 'r1' } }
const DONE = { status: 200, body: { data: { id: 1 } } }

it('has types of a sane size, and its examples fit them', async () => {
  expect(readFileSync(join(folder, 'built', 'typescript', 'api.d.ts')).length).toBeLessThan(1_000_000)
  writeFileSync(join(folder, 'example.mts'), block('ts'))
  writeFileSync(join(folder, 'hook.mts'), block('ts webhook'))
  // A value of the wrong type must not fit.
  writeFileSync(
    join(folder, 'wrong.mts'),
    `import { createClient } from 'leadwright-sdk'
const client = createClient({ url: 'https://leads.example', key: 'k' })
// @ts-expect-error an id is a number
export const one = client.lists.rename({ id: 'twelve', name: 'x' })
// @ts-expect-error the name is missing
export const two = client.lists.rename({ id: 12 })
`,
  )
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'NodeNext',
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.AsyncIterable'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  expect(await runNode(compiler, '-p', folder)).toEqual({ code: 0, output: '' })
})

it('the example runs word for word', async () => {
  writeFileSync(join(folder, 'example.mts'), block('ts'))
  const { code, output } = await runNode('example.mts')
  expect([output, code]).toEqual([
    expect.stringMatching(
      /^costs at most 0 credits\n[\s\S]*succeeded\n[1-9]\d* leads with a verified email\n40 rows\nvalidation_failed 422 \{ name: /,
    ),
    0,
  ])
})

it('uploads in chunks, and reads live events', async () => {
  const client = sdk.createClient({ url, key })
  const file = new Blob(['name,email\n', 'x'.repeat(5_000_000)])
  const upload = await client.uploads.send('leads.csv', file)
  expect(upload).toMatchObject({ size: file.size, offset: file.size, complete: true })
  for await (const event of client.events.live()) {
    expect(event.type).toBe('hello')
    break
  }
})

it('repeats a call with the same key after 503 and a lost connection', async () => {
  const { client, seen } = await startServer([BUSY, null, DONE])
  expect(await client.runs.cancel({ id: 1 })).toEqual(DONE.body)
  expect(seen).toHaveLength(3)
  expect(new Set(seen.map((one) => one.key)).size).toBe(1)
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/api/runs/1/cancel',
    key: expect.stringMatching(/.{20}/),
  })
  await client.runs.cancel({ id: 1 }, { idempotencyKey: 'own' })
  expect(seen[3]?.key).toBe('own')
})

it('never repeats a call that may have had an effect', async () => {
  const { client, seen } = await startServer([BUSY, DONE])
  const error = await client.crm.test({ id: 1 }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(sdk.LeadwrightError)
  expect(error).toMatchObject({ code: 'unavailable', status: 503, message: 'Try again', requestId: 'r1' })
  expect(seen).toEqual([{ method: 'POST', url: '/api/crm/connections/1/test', key: undefined }])
})

it('gives up after four repetitions, and at once where the server asks for too long a wait', async () => {
  const busy = await startServer([BUSY])
  await expect(busy.client.lists.show({ id: 1 })).rejects.toMatchObject({ code: 'unavailable' })
  expect(busy.seen).toHaveLength(5)
  const limited = {
    status: 429,
    body: { code: 'rate_limited', message: 'Wait' },
    headers: { 'retry-after': '3600' },
  }
  const closed = await startServer([limited])
  await expect(closed.client.lists.show({ id: 1 })).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
  })
  expect(closed.seen).toHaveLength(1)
})

it('reports a failed run, a page instead of JSON, and an absent server', async () => {
  const run = { id: 1, state: 'failed', finished_at: 'x', error: { message: 'No source answered' } }
  const { client } = await startServer([{ status: 200, body: { data: run } }])
  await expect(client.runs.wait(1)).rejects.toMatchObject({
    code: 'run_failed',
    message: 'No source answered',
  })
  const page = sdk.createClient({ url, key, fetch: async () => new Response('<html>') })
  await expect(page.lists.show({ id: 1 })).rejects.toMatchObject({ code: 'bad_reply' })
  const absent = sdk.createClient({ url: 'http://127.0.0.1:1', key, retries: 0 })
  await expect(absent.lists.show({ id: 1 })).rejects.toMatchObject({ code: 'unreachable', status: 0 })
  expect(() => sdk.createClient({ url: 'leads.example', key })).toThrow('url must begin with')
})

it('accepts a signed webhook only', async () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const body = JSON.stringify({ type: 'list.created', timestamp: 'x', data: {} })
  const sign = (at: Date) => ({
    'webhook-id': 'm1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('m1', at, body)}`,
  })
  const headers = sign(new Date())
  expect(await sdk.verifyWebhook(body, new Headers(headers), secret)).toMatchObject({ type: 'list.created' })
  const refused = { code: 'bad_signature' }
  await expect(sdk.verifyWebhook(`${body} `, headers, secret)).rejects.toMatchObject(refused)
  await expect(sdk.verifyWebhook(body, sign(new Date(Date.now() - 600_000)), secret)).rejects.toMatchObject(
    refused,
  )
  await expect(sdk.verifyWebhook(body, {}, secret)).rejects.toMatchObject(refused)
})
