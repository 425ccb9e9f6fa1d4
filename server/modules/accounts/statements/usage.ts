import { USAGE_DAYS, type Usage } from '#contract/accounts/wallet.ts'
import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import { DIMENSIONS } from '#contract/core/dimensions.ts'
import { sourceLabel } from '#contract/sources/source-kinds/index.ts'
import { findNames } from '#server/modules/accounts/accounts/index.ts'
import { defineCsvFile } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { lastDays } from '#server/platform/db/day-span.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { readUsage, type UsageRow, type UsageScope } from './usage-reads.ts'

/** Sums by `readKey`, in order of first appearance. */
function sums<Key>(rows: readonly UsageRow[], readKey: (row: UsageRow) => Key): Map<Key, number> {
  const found = new Map<Key, number>()
  for (const row of rows) found.set(readKey(row), (found.get(readKey(row)) ?? 0) + row.credits)
  return found
}

async function rowsWithPeople(db: Db, scope: UsageScope) {
  const rows = await readUsage(db, scope)
  const ids = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))]
  return { rows, people: await findNames(db, scope.accountId, ids) }
}

/** Recent usage of an account, or of one of its people. */
export async function showUsage(ctx: Context, actor: Actor, member: number | undefined): Promise<Usage> {
  const [{ rows, people }, { from, to }] = await Promise.all([
    rowsWithPeople(ctx.db, actor),
    lastDays(ctx.db, actor.timeZone, USAGE_DAYS),
  ])
  const own = member === undefined ? rows : rows.filter(({ user_id }) => user_id === member)
  const byDay = sums(own, ({ day, kind }) => `${day} ${kind}`)
  const bySource = sums(own, ({ source }) => source)
  const byMember = sums(rows, ({ user_id }) => user_id)
  return {
    from,
    to,
    total: own.reduce((sum, { credits }) => sum + credits, 0),
    days: [...byDay].map(([key, credits]) => {
      const [day, kind] = key.split(' ') as [string, UsageRow['kind']]
      return { day, kind, credits }
    }),
    members: [...byMember]
      .flatMap(([id, credits]) =>
        id === null ? [] : [{ id, credits, name: people.get(id)?.name ?? `#${id}` }],
      )
      .toSorted((a, b) => b.credits - a.credits || a.id - b.id),
    sources: [...bySource]
      .map(([source, credits]) => ({
        source,
        name: source === null ? DIMENSIONS.source.none : sourceLabel(source),
        credits,
      }))
      .toSorted((a, b) => b.credits - a.credits || a.name.localeCompare(b.name)),
  }
}

interface FileInput {
  member: number | null
  timeZone: string
}

/** A line for each day, kind of run and person. */
export const usageFile = defineCsvFile(
  'usage',
  async ({ db }, { member, timeZone }: FileInput, accountId) => {
    const { rows, people } = await rowsWithPeople(db, { accountId, timeZone })
    const own = rows.filter(({ user_id }) => member === null || user_id === member)
    const perLine = Map.groupBy(own, ({ day, kind, user_id }) => `${day} ${kind} ${user_id}`)
    const lines = [...perLine.values()].map((all) => {
      const { day, kind, user_id } = all[0] as UsageRow
      const person = user_id === null ? undefined : people.get(user_id)
      const credits = all.reduce((sum, row) => sum + row.credits, 0)
      return [day, RUN_DEFINITIONS[kind].labels.name, person?.name ?? null, person?.email ?? null, credits]
    })
    return [['day', 'kind', 'member', 'email', 'credits'], ...lines]
  },
)

/** A ticket for the same as CSV. */
export async function requestUsage(ctx: Context, actor: Actor, member: number | undefined) {
  const { to } = await lastDays(ctx.db, actor.timeZone, USAGE_DAYS)
  return usageFile.request(ctx, actor, {
    filename: `credits-${to}.csv`,
    subject: `account:${actor.accountId}`,
    input: { member: member ?? null, timeZone: actor.timeZone },
  })
}
