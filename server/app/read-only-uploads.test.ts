import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPath } from '#contract/core/endpoint.ts'
import { appendUpload, createUpload } from '#contract/core/files.ts'
import { startAccountExport } from '#contract/privacy/account-export.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const MESSAGE = expect.stringContaining('Ask whoever runs the server to make the folder “uploads” writable')
const UPLOAD = Buffer.from('name\nAnn\n')

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp()
  // A folder of the kernel, in which not even root may create a file.
  await symlink('/sys/kernel', join(t.dataDir, 'uploads'))
  user = await t.account({ modules: ['leads'] })
})
afterAll(() => t.close())

it.skipIf(process.platform !== 'linux')('an upload is refused in words, and can continue later', async () => {
  const { id } = (await t.call(createUpload, { body: { name: 'a.csv', size: UPLOAD.length } }, user)).body
    .data
  const origin = await t.listen()
  const refused = await fetch(`${origin}${buildPath(appendUpload.path, { id }, { offset: 0 })}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(UPLOAD),
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable', message: MESSAGE })
})

it.skipIf(process.platform !== 'linux')('a run that writes files fails in words', async () => {
  const run = (await t.call(startAccountExport, {}, user)).body.data
  expect(await t.finished(run.id, user)).toMatchObject({ state: 'failed', error: { message: MESSAGE } })
})
