import { PREVIEWED_VALUES, type SuppressionKind } from '#contract/privacy/suppression.ts'
import { listAncestors, listDescendants } from '#server/modules/accounts/accounts/index.ts'
import { countExportFiles } from '#server/modules/leads/exports/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { pick } from '#server/platform/pick.ts'
import { listLists, matchingMailboxes } from './matching-leads.ts'
import { readAll } from './read-all.ts'
import { makeDigest } from './suppression-check.ts'
import { findByDigests, listEntries } from './suppression-store.ts'

type EntryRow = Awaited<ReturnType<typeof listEntries>>['rows'][number]
const present = (row: EntryRow, accountId: number) => ({
  ...pick(row, 'id', 'kind', 'value', 'note'),
  // People of accounts above are not shown here.
  added_by:
    row.account_id === accountId
      ? [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email
      : null,
  created_at: row.created_at.toISOString(),
  is_inherited: row.account_id !== accountId,
})

/** A page of an account's suppression list, with what it inherits. */
export async function listSuppression(
  ctx: Context,
  actor: Actor,
  query: {
    page: number
    limit: number
    search?: string
    kind?: SuppressionKind
  },
) {
  const { rows, total } = await listEntries(ctx.db, await listAncestors(ctx.db, actor.accountId), query)
  const data = rows.map((row) => present(row, actor.accountId))
  return pageReply(data, query, total)
}

/** Current matches of values: lists and leads of the account and of those below it. */
export async function previewSuppression(ctx: Context, actor: Actor, texts: readonly string[]) {
  const { values, ...rest } = readAll(texts)
  const accountIds = await listDescendants(ctx.db, actor.accountId)
  const matches = await matchingMailboxes(ctx.db, accountIds, values)
  const digests = values.map((value) => makeDigest(ctx, value).toString('hex'))
  const listed = await findByDigests(ctx.db, await listAncestors(ctx.db, actor.accountId), digests)
  const found = listLists(matches)
  return {
    ...rest,
    values: values.slice(0, PREVIEWED_VALUES).map(({ kind, value }, index) => {
      const own = matches.filter((match) => match.kind === kind && match.value === value)
      return {
        kind,
        value,
        is_listed: listed.has(digests[index] as string),
        lists: listLists(own).length,
        leads: own.length,
      }
    }),
    recognised: values.length,
    leads: new Set(matches.map(({ id }) => id)).size,
    lists: found.length,
    export_files: await countExportFiles(ctx, found),
  }
}
