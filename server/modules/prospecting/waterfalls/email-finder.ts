import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { ownDomain } from '#server/modules/core/normalise/index.ts'
import {
  addLeads,
  findAliases,
  leadKeys,
  learnAliases,
  upsertEntities,
} from '#server/modules/leads/leads/index.ts'
import { createList, findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { startWaterfall } from './start-waterfall.ts'

/** The list that stores people looked up. */
const LIST_NAME = 'Email finder'
const TYPE = LIST_TYPES.people.id as 'people'

async function findOrCreateList(ctx: Context, actor: Actor): Promise<ListRow> {
  const row = await ctx.db
    .selectFrom('list_info as list')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('type', '=', TYPE)
    .where('name', '=', LIST_NAME)
    .where('deleted_at', 'is', null)
    .$if(actor.ownListsOnly === true, (query) => query.where('created_by', '=', actor.userId))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row
    ? findOwnList(ctx, actor, row.id)
    : createList(ctx, actor, { name: LIST_NAME, type: TYPE, search: null })
}

/** The person as a lead of the list: existing or new. */
async function findOrCreateLead(
  ctx: Context,
  actor: Actor,
  list: ListRow,
  person: { name: string; domain: string },
) {
  const values = { name: person.name, domain: person.domain, website: `https://${person.domain}` }
  const { find, learn } = leadKeys(TYPE, values)
  const known = await findAliases(ctx.db, actor.accountId, TYPE, find)
  const key = `finder:${learn[0]}`
  const match = find.map((alias) => known.get(alias)).find((id) => id !== undefined)
  const entityId = match ?? ((await upsertEntities(ctx.db, actor.accountId, TYPE, [key])).get(key) as number)
  await learnAliases(ctx.db, actor.accountId, TYPE, [{ entityId, aliases: learn }])
  const origin = {
    source: 'manual',
    url: null,
    method: 'typed',
    confidence: 1,
    observed_at: ctx.clock.now().toISOString(),
    licence: null,
    record: null,
  }
  const place = { accountId: actor.accountId, listId: list.id, runId: null }
  await addLeads(ctx, place, [
    { entityId, values, provenance: { default: origin }, source: 'manual', isSample: false },
  ])
  return ctx.db
    .selectFrom('lead_info as lead')
    .select(['id', 'email', 'deleted_at'])
    .where('account_id', '=', actor.accountId)
    .where('list_id', '=', list.id)
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
}

/** Finds one person's email: the person becomes a lead, so that nothing found is lost. @throws AppError. */
export const findEmailOfPerson = (
  ctx: Context,
  actor: Actor,
  requested: { name: string; domain: string; maxCost?: number },
) =>
  transaction(ctx.db, async () => {
    const site = /^https?:\/\//i.test(requested.domain) ? requested.domain : `https://${requested.domain}`
    const domain = URL.canParse(site) ? ownDomain(site) : null
    if (!domain) throw invalidField('domain', 'Enter the company’s domain, such as acme.com')
    const list = await findOrCreateList(ctx, actor)
    const lead = await findOrCreateLead(ctx, actor, list, { name: requested.name, domain })
    if (!lead) throw invalidField('name', 'This person is on your suppression list')
    if (lead.deleted_at)
      throw invalidField(
        'name',
        `This person is in the trash of the list "${LIST_NAME}". Restore the lead first`,
      )
    if (lead.email) {
      markUnchanged()
      return { list_id: list.id, lead_id: lead.id, run: null }
    }
    const { run } = await startWaterfall(ctx, actor, {
      want: 'email',
      type: TYPE,
      listId: list.id,
      maxCost: requested.maxCost,
      selection: { resultIds: [lead.id] },
    })
    return { list_id: list.id, lead_id: lead.id, run }
  })
