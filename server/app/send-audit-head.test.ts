import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AuditHead } from '#contract/core/audit-head.ts'
import { compareHead } from '#server/modules/core/audit/index.ts'
import type { AuditHeadTarget } from '#server/platform/env-audit.ts'
import { auditedList } from '#server/testing/audited-list.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { sendAuditHead } from './send-audit-head.ts'

let t: TestApp
const folder = mkdtempSync(join(tmpdir(), 'audit-head-'))
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true })
})

const send = (targets: AuditHeadTarget[]) => sendAuditHead(t.app.ctx, targets)

/** A receiver of heads on this machine that replies with a status. */
async function receiver(status: number) {
  const bodies: string[] = []
  const server = await startLocalServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(status).end()
    })
  })
  return { url: `http://127.0.0.1:${server.port}/heads`, bodies }
}

it('sends the same signed head to a file, a URL and a mail, and the log still contains it', async () => {
  await auditedList(t, 'One')
  const { url, bodies } = await receiver(204)
  const file = join(folder, 'heads')
  const targets: AuditHeadTarget[] = [
    { kind: 'file', to: file },
    { kind: 'webhook', to: url },
    { kind: 'mail', to: 'evidenceStore@sample.example' },
  ]
  await send(targets)
  await auditedList(t, 'Two')
  await send(targets)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(bodies).toEqual(lines)
  const mails = await sql<{ head: string }>`
    select variables ->> 'head' as head from mail_message
    where template = 'audit-head' and recipient = 'evidenceStore@sample.example' order by id`.execute(
    t.app.database.db,
  )
  expect(mails.rows.map(({ head }) => head)).toEqual(lines)
  for (const line of lines) {
    const head = AuditHead.parse(JSON.parse(line))
    expect(head.signature).toBeDefined()
    expect(await compareHead(t.app.database.db, head)).toBeNull()
  }
})

it('sends the head to the other targets when one fails, and names the failed one', async () => {
  const { url, bodies } = await receiver(500)
  const good = await receiver(200)
  const targets: AuditHeadTarget[] = [
    { kind: 'file', to: join(folder, 'no', 'such', 'folder') },
    { kind: 'webhook', to: url },
    { kind: 'webhook', to: good.url },
  ]
  await expect(send(targets)).rejects.toThrow('to the file and the webhook')
  expect(bodies).toHaveLength(1)
  expect(good.bodies).toEqual(bodies)
})
