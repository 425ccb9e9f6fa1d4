import { sql } from 'kysely'
import { createListener } from '#contract/activity/webhook-listeners.ts'
import { createWebhook, deleteWebhook, testWebhook } from '#contract/activity/webhooks.ts'
import { createBusinessDetails } from '#contract/ai/business-details.ts'
import { courseItems, courses } from '#contract/branding/courses.ts'
import { connectCrm, pushCrm } from '#contract/leads/crm.ts'
import { createList } from '#contract/leads/lists.ts'
import { subscribeZapier } from '#contract/leads/zapier.ts'
import { createAutopilot, deleteAutopilot } from '#contract/prospecting/autopilots.ts'
import { kitMakers } from './access-makers-kits.ts'
import type { CallRecords } from './access-rules.ts'
import { makeTraining } from './ai-training-makers.ts'
import type { TestUser } from './factories.ts'
import { seedList } from './seed-leads.ts'
import type { TestApp } from './test-app.ts'

type Named =
  | 'searchedList'
  | 'autopilot'
  | 'deletedAutopilot'
  | 'crmConnection'
  | 'crmRun'
  | 'webhook'
  | 'deletedWebhook'
  | 'zapierHook'
  | 'webhookListener'
  | 'webhookDelivery'
  | 'creditRequest'
  | 'kit'
  | 'kitRollout'
  | 'ownAccount'
  | 'course'
  | 'profile'
  | 'training'
type Makers = { [Name in Named]: () => Promise<CallRecords[Name]> }

/**
 * Creates records for calls about an account and its webhooks: `main` owns them, `customer` is someone else. Makers
 * only add records.
 */
export function accountMakers(context: () => { t: TestApp; main: TestUser; customer: TestUser }): Makers {
  async function makeWebhook(): Promise<number> {
    const body = { url: 'https://hook.invalid/in', events: ['lead.added' as const] }
    return (await context().t.call(createWebhook, { body }, context().main)).body.data.id
  }

  async function makeSearchedList(): Promise<number> {
    const search = { source: 'sample' }
    const body = { name: 'Searched', type: 'people' as const, search, limit: 1 }
    return (await context().t.call(createList, { body }, context().main)).body.data.id
  }

  async function makeAutopilot(): Promise<number> {
    const body = { list_id: await makeSearchedList(), every: 'day' as const }
    return (await context().t.call(createAutopilot, { body }, context().main)).body.data.id
  }

  async function makeDeletedAutopilot(): Promise<number> {
    const id = await makeAutopilot()
    await context().t.call(deleteAutopilot, { params: { id } }, context().main)
    return id
  }

  async function makeDeletedWebhook(): Promise<number> {
    const id = await makeWebhook()
    await context().t.call(deleteWebhook, { params: { id } }, context().main)
    return id
  }

  async function makeZapierHook(): Promise<number> {
    await makeWebhook()
    const body = { hookUrl: 'https://hook.invalid/zap', event: 'lead.added' as const }
    return (await context().t.call(subscribeZapier, { body }, context().main)).body.id
  }

  async function makeListener(): Promise<number> {
    await makeWebhook()
    return (await context().t.call(createListener, { body: {} }, context().main)).body.data.id
  }

  async function makeDelivery(): Promise<number> {
    const id = await makeWebhook()
    return (await context().t.call(testWebhook, { params: { id }, body: {} }, context().main)).body.data.id
  }

  let hooks = 0
  async function makeConnection(): Promise<number> {
    hooks += 1
    // The same URL again would be the same connection.
    const body = { crm: 'zapier' as const, url: `https://hooks.zapier.com/hooks/catch/1/hook${hooks}/` }
    return (await context().t.call(connectCrm, { body }, context().main)).body.data.id
  }

  async function makePush(): Promise<number> {
    const { t, main } = context()
    const connection_id = await makeConnection()
    const { id, leadIds } = await seedList(t, main, {
      leads: [{ values: { name: 'Fox', email: 'a@fox.example' } }],
    })
    const input = {
      params: { type: 'local' as const, id },
      body: { connection_id, selection: { resultIds: leadIds } },
    }
    const { run } = (await t.call(pushCrm, input, main)).body.data
    await sql`update run set state = 'failed', finished_at = now() where id = ${run.id}`.execute(
      t.app.database.db,
    )
    return run.id
  }

  async function makeProfile(): Promise<{ id: number; version: number }> {
    const body = { name: 'Acme' }
    return (await context().t.call(createBusinessDetails, { body }, context().main)).body.data
  }

  async function findCourse(): Promise<{ id: number; item: number }> {
    const { id } = (await context().t.call(courses, {}, context().main)).body.data[0]!
    const { items } = (await context().t.call(courseItems, { params: { id } }, context().main)).body.data
    return { id, item: items[0]!.id }
  }

  /** A request to the owner's account, as if it were a reseller. */
  async function makeCreditRequest(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into credit_request (account_id, seller_account_id, amount, requested_by)
      values (${context().customer.accountId}, ${context().main.accountId}, 5, ${context().main.id}) returning id`.execute(
      context().t.app.database.db,
    )
    return rows[0]!.id
  }

  return {
    searchedList: makeSearchedList,
    autopilot: makeAutopilot,
    deletedAutopilot: makeDeletedAutopilot,
    crmConnection: makeConnection,
    crmRun: makePush,
    webhook: makeWebhook,
    deletedWebhook: makeDeletedWebhook,
    zapierHook: makeZapierHook,
    webhookListener: makeListener,
    webhookDelivery: makeDelivery,
    creditRequest: makeCreditRequest,
    ...kitMakers(context),
    ownAccount: async () => context().main.accountId,
    course: findCourse,
    profile: makeProfile,
    training: () => makeTraining(context().t, context().main),
  }
}
