import { afterAll, beforeAll, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { unreadNotifications } from '#contract/activity/notifications.ts'
import { runs } from '#contract/activity/runs.ts'
import { aiTexts } from '#contract/ai/ai-text.ts'
import { listTypes } from '#contract/core/system.ts'
import { checklist, me } from '#contract/identity/me.ts'
import { start } from '#contract/identity/start.ts'
import { START_QUERIES } from '#contract/identity/start-queries.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())

it('answers as its parts do', async () => {
  const user = await t.account({ credits: 120 })
  const { status, body } = await t.call(start, {}, user)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    me: (await t.call(me, {}, user)).body,
    list_types: (await t.call(listTypes, {}, user)).body,
    checklist: (await t.call(checklist, {}, user)).body,
    limits: (await t.call(userLimits, {}, user)).body,
    runs: (await t.call(runs, { query: START_QUERIES.runs }, user)).body,
    unread: (await t.call(unreadNotifications, {}, user)).body,
    to_review: (await t.call(aiTexts, { query: START_QUERIES.to_review }, user)).body,
  })
  expect(JSON.stringify(body.data.limits)).toContain('120')
})

it('leaves out what the person may not call', async () => {
  const user = await t.account({ modules: ['ai_suggest'] })
  const { status, body } = await t.call(start, {}, user)
  expect([status, body.data.to_review, body.data.me.data.id]).toEqual([200, null, user.id])
  expect(body.data.list_types).not.toBeNull()
})
