import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '#contract/identity/sessions.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { buildSdks } from '../build-sdk.ts'

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'sdk', 'python', 'README.md'), 'utf8')
const example = /^```python\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? ''
const isThere = spawnSync('python3', ['--version']).status === 0

let folder: string

/** Runs Python with the built package beside this process, which serves its requests. */
async function runPython(program: string, variables: Record<string, string>) {
  const env = {
    ...process.env,
    PYTHONPATH: join(folder, 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
    ...variables,
  }
  const child = spawn('python3', ['-W', 'error', '-c', program], { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  return { code, output }
}

describe.skipIf(!isThere)(isThere ? 'the Python package' : 'the Python package (skipped: no python3)', () => {
  let t: TestApp
  let variables: Record<string, string>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'python-sdk-'))
    await buildSdks(folder, ['python'])
    t = await testApp()
    const user = await t.account()
    const scopes = ['read', 'write', 'spend', 'export'] as never
    const body = { name: 'SDK', scopes, password: user.password }
    const { key } = (await t.call(createApiKey, { body }, user)).body.data
    variables = { LEADWRIGHT_URL: await t.listen(), LEADWRIGHT_TOKEN: key }
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await t?.close()
  })

  it('is written in the Python of its oldest version', async () => {
    const files = readdirSync(join(folder, 'python', 'leadwright_sdk')).filter((name) => name.endsWith('.py'))
    expect(files).toEqual(expect.arrayContaining(['api.py', 'types.py', '_send.py']))
    const program = `import ast, pathlib, sys
for path in pathlib.Path("python/leadwright_sdk").glob("*.py"):
    ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 9))`
    expect(await runPython(program, {})).toEqual({ code: 0, output: '' })
  })

  it('the example runs word for word', async () => {
    const { code, output } = await runPython(example, variables)
    expect([output, code]).toEqual([
      expect.stringMatching(
        /^costs at most 0 credits\n[\s\S]*succeeded\n[1-9]\d* leads with a verified email\n40 rows\nvalidation_failed 422 \{'name': /,
      ),
      0,
    ])
  })

  it('uploads in chunks, and reads live events', async () => {
    writeFileSync(join(folder, 'leads.csv'), `name,email\n${'x'.repeat(5_000_000)}`)
    const program = `import os
from leadwright_sdk import Leadwright
client = Leadwright(os.environ["LEADWRIGHT_URL"], os.environ["LEADWRIGHT_TOKEN"])
upload = client.uploads.send("leads.csv")
print(upload["size"], upload["offset"], upload["complete"])
events = client.events.live()
print(next(events)["type"])
events.close()`
    expect(await runPython(program, variables)).toEqual({ code: 0, output: '5000011 5000011 True\nhello\n' })
  })

  it('repeats only what may be repeated, with one key', async () => {
    const seen: { path: string | undefined; key: unknown }[] = []
    const busy = { code: 'unavailable', message: 'Try again', request_id: 'r1' }
    const server = await startLocalServer((request, response) => {
      seen.push({ path: request.url, key: request.headers['idempotency-key'] })
      if (seen.length === 2) return response.destroy()
      response.writeHead(seen.length === 3 ? 200 : 503, { 'retry-after': '0' })
      response.end(JSON.stringify(seen.length === 3 ? { data: { id: 1 } } : busy))
    })
    const program = `import os
from leadwright_sdk import Leadwright, LeadwrightError
client = Leadwright(os.environ["LEADWRIGHT_URL"], "key_x")
print(client.runs.cancel(id=1))
try:
    client.crm.test(id=1)
except LeadwrightError as error:
    print(error.code, error.status, error.message, error.request_id)
try:
    Leadwright("http://127.0.0.1:1", "key_x", retries=0).lists.show(id=1)
except LeadwrightError as error:
    print(error.code, error.status)`
    expect(await runPython(program, { LEADWRIGHT_URL: server.url })).toEqual({
      code: 0,
      output: "{'data': {'id': 1}}\nunavailable 503 Try again r1\nunreachable 0\n",
    })
    expect(seen.map(({ path }) => path)).toEqual([
      ...Array(3).fill('/api/runs/1/cancel'),
      '/api/crm/connections/1/test',
    ])
    expect(new Set(seen.slice(0, 3).map(({ key }) => key)).size).toBe(1)
    expect(seen.map(({ key }) => typeof key)).toEqual(['string', 'string', 'string', 'undefined'])
  })

  it('accepts a signed webhook only', async () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
    const body = JSON.stringify({ type: 'list.created', data: { name: 'Öl' } })
    const at = new Date()
    const headers = {
      'Webhook-Id': 'm1',
      'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
      'Webhook-Signature': `v1,AAAA ${new Webhook(secret).sign('m1', at, body)}`,
    }
    const program = `import json, os
from leadwright_sdk import LeadwrightError, verify_webhook
body, secret, headers = os.environ["BODY"], os.environ["SECRET"], json.loads(os.environ["HEADERS"])
print(verify_webhook(body.encode(), headers, secret)["type"])
for changed in [(body + " ", headers), (body, {**headers, "Webhook-Timestamp": "1"}), (body, {})]:
    try:
        verify_webhook(*changed, secret)
    except LeadwrightError as error:
        print(error.code)`
    const given = { BODY: body, SECRET: secret, HEADERS: JSON.stringify(headers) }
    const refused = 'bad_signature\n'.repeat(3)
    expect(await runPython(program, given)).toEqual({ code: 0, output: `list.created\n${refused}` })
  })
})
