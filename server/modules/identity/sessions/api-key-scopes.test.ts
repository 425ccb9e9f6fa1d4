import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUpload, exportList } from '#contract/core/files.ts'
import { API_SCOPES, type ApiScope } from '#contract/core/scopes.ts'
import { me } from '#contract/identity/me.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { createList } from '#contract/leads/lists.ts'
import { corpusSources } from '#contract/sources/corpus.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: TestUser
let listId: number
beforeAll(async () => {
  t = await sharedWebApp()
  // An administrator may do all of it, so only the key's scopes decide.
  admin = await t.admin()
  listId = (await seedList(t, admin)).id
})
afterAll(() => t.close())

type Who = { token: string }
/** One call for each scope, with its status of success. */
const CALLS: Record<
  ApiScope,
  [success: number, call: (as: Who) => Promise<{ status: number; error: { message: string } }>]
> = {
  read: [200, (as) => t.call(me, {}, as)],
  write: [201, (as) => t.call(createUpload, { body: { name: 'a.csv', size: 5 } }, as)],
  spend: [
    201,
    (as) =>
      t.call(createList, { body: { name: 'S', type: 'people', search: { source: 'sample' }, limit: 1 } }, as),
  ],
  export: [201, (as) => t.call(exportList, { body: { list_id: listId } }, as)],
  admin: [200, (as) => t.call(corpusSources, {}, as)],
}

async function keyWith(scopes: ApiScope[]): Promise<Who> {
  const body = { name: scopes.join(), scopes, password: admin.password }
  return { token: (await t.call(createApiKey, { body }, admin)).body.data.key }
}

describe.each(API_SCOPES)('a key with the scope %s', (scope) => {
  it.each(API_SCOPES)('at a call that needs %s', async (needed) => {
    const [success, call] = CALLS[needed]
    const { status, error } = await call(await keyWith([scope]))
    if (scope === needed) expect(status).toBe(success)
    else expect([status, error.message]).toEqual([403, `This API key lacks the scope "${needed}"`])
  })
})

it('a key with all scopes does all of it', async () => {
  const key = await keyWith([...API_SCOPES])
  for (const [success, call] of Object.values(CALLS)) expect((await call(key)).status).toBe(success)
})
