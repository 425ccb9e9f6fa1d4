import { listDescendants } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { forgetExportFiles, removeExportFiles } from '#server/modules/leads/exports/index.ts'
import { hideLeads } from '#server/modules/leads/leads/index.ts'
import { stopRetries } from '#server/modules/prospecting/email-verification/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { addToCounts } from './add-to-counts.ts'
import { listLists, matchingMailboxes } from './matching-leads.ts'
import { readAll } from './read-all.ts'
import type { ReadValue } from './read-value.ts'
import { makeDigest } from './suppression-check.ts'
import { insertEntries, lockList } from './suppression-store.ts'

/** Hides matches of new entries, in the caller's transaction. @returns what was hidden, and file names to delete. */
async function hideMatches(
  ctx: Context,
  accountIds: number[],
  values: ReadValue[],
  findEntry: (value: ReadValue) => number | undefined,
) {
  const matches = (await matchingMailboxes(ctx.db, accountIds, values)).flatMap((match) => {
    const entryId = findEntry(match)
    return entryId === undefined ? [] : [{ ...match, entryId }]
  })
  const changes = await hideLeads(ctx.db, matches)
  await addToCounts(ctx, changes)
  const addresses = values.filter(({ kind }) => kind === 'email').map(({ value }) => value)
  // Their scheduled checks are cancelled.
  await stopRetries(ctx.db, accountIds, addresses)
  const files = await forgetExportFiles(ctx, listLists(matches))
  return { leads: new Set(matches.map(({ id }) => id)).size, lists: changes.length, files }
}

/** Adds values as entries and hides their matches. `onAdded` runs in the same transaction. */
async function suppressValues(
  ctx: Context,
  person: { accountId: number; userId: number | null; note: string | null },
  values: ReadValue[],
  onAdded: (entries: number, leads: number) => void = () => {},
) {
  const { accountId } = person
  const done = await transaction(ctx.db, async () => {
    await lockList(ctx.db, accountId)
    const accountIds = await listDescendants(ctx.db, accountId)
    const byDigest = new Map(values.map((read) => [makeDigest(ctx, read).toString('hex'), read]))
    const added = await insertEntries(
      ctx.db,
      person,
      [...byDigest].map(([digest, read]) => ({ read, digest: Buffer.from(digest, 'hex') })),
    )
    const ids = new Map(
      added.map(({ id, digest }) => {
        const { kind, value } = byDigest.get(digest) as ReadValue
        return [`${kind} ${value}`, id]
      }),
    )
    const fresh = added.map(({ digest }) => byDigest.get(digest) as ReadValue)
    const hidden = await hideMatches(ctx, accountIds, fresh, ({ kind, value }) => ids.get(`${kind} ${value}`))
    onAdded(added.length, hidden.leads)
    return { added: added.length, ...hidden }
  })
  await removeExportFiles(ctx, done.files)
  return done
}

/** Puts people whose own file says that they have opted out on the list. */
export const suppressOptedOut = async (
  ctx: Context,
  { accountId, userId, contacts }: { accountId: number; userId: number | null; contacts: string[] },
): Promise<void> => {
  const { values } = readAll(contacts)
  await suppressValues(ctx, { accountId, userId, note: 'Opted out, by an imported file' }, values)
}

/** Puts people on the list who unsubscribed at a sender. */
export const suppressUnsubscribed = async (
  ctx: Context,
  { accountId, sender, addresses }: { accountId: number; sender: string; addresses: string[] },
): Promise<void> => {
  const { values } = readAll(addresses)
  await suppressValues(ctx, { accountId, userId: null, note: `Unsubscribed, by ${sender}` }, values)
}

/** Adds values; matches are hidden at once. @throws AppError validation_failed when none can be read. */
export async function addSuppression(
  ctx: Context,
  actor: Actor,
  texts: readonly string[],
  note: string | null,
) {
  const { values, ...rest } = readAll(texts)
  if (values.length === 0)
    throw new AppError('validation_failed', 'None of these are an email, domain, phone or profile', {
      fields: {
        values: 'Enter an email, a domain, a phone number with its country code or a profile URL',
      },
    })
  const { accountId, userId } = actor
  const done = await suppressValues(ctx, { accountId, userId, note }, values, (entries, leads) => {
    if (entries === 0) markUnchanged()
    else recordAudit(ctx.db, { accountId, detail: { entries, leads } })
  })
  return {
    ...rest,
    added: done.added,
    already_listed: values.length - done.added,
    leads: done.leads,
    lists: done.lists,
    export_files: done.files.length,
  }
}
