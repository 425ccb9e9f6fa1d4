import { type Found, find } from '#contract/core/find.ts'
import type { Context } from '#server/platform/context.ts'
import { type Actor, hasModule, seenLists } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { findLeads, findLists, findMembers, type LeadHit } from './find-reads.ts'
import { splitWords, valueWith } from './find-words.ts'

function presentHit(hit: LeadHit, words: readonly string[]): Found['leads'][number] {
  const { id, list_id, type, list_name } = hit
  const title = [hit.name, hit.email, hit.domain, hit.website].find(Boolean) ?? `Lead ${id}`
  const values = [title, hit.company, hit.email, hit.domain, hit.phone, hit.position, hit.city, hit.street]
  const matched = valueWith(words, values)
  return { id, list_id, type, list_name, title, matched: matched === title ? null : matched }
}

/** Everything the person may see in the account that contains every word of a text. */
async function findEverything({ db }: Context, actor: Actor, text: string): Promise<Found> {
  const words = splitWords(text)
  const place = seenLists(actor)
  const seesLeads = hasModule(actor, 'leads')
  const [lists, leads, members] = await Promise.all([
    seesLeads ? findLists(db, place, words) : [],
    seesLeads ? findLeads(db, place, words) : [],
    can(actor, 'manage_team') ? findMembers(db, actor.accountId, words) : [],
  ])
  return {
    lists: lists.map(({ lead_count, ...list }) => ({ ...list, total: lead_count })),
    leads: leads.map((hit) => presentHit(hit, words)),
    members: members.map(({ id, first_name, last_name, email }) => ({
      id,
      name: `${first_name} ${last_name}`.trim() || email,
      email,
    })),
  }
}

/** Finds lists, leads and members by name, for the command palette. */
const findRoutes = (ctx: Context) => [
  route(find, ({ actor, query }) => data(findEverything(ctx, actor, query.q))),
]

export const findModule = defineModule({ routes: findRoutes })
