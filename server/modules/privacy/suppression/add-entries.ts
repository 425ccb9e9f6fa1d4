import { descendantsOf } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { hideLeads, type ListChange } from '#server/modules/leads/leads/index.ts'
import { stopRetries } from '#server/modules/prospecting/email-verification/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { listsOf, matchingLeads } from './matching-leads.ts'
import { readAll } from './read-all.ts'
import type { ReadValue } from './read-value.ts'
import type { SuppressionCheck } from './suppression-check.ts'
import { insertEntries, lockList } from './suppression-store.ts'

interface AddEntriesDeps {
  db: Db
  check: Pick<SuppressionCheck, 'digest'>
  /** Updates the numbers of changed lists. */
  count: (changes: ListChange[]) => Promise<void>
  exportFiles: {
    forget(lists: { accountId: number; listId: number }[]): Promise<string[]>
    remove(names: string[]): Promise<void>
  }
}

/** Adds values to an account's suppression list. */
export function createAddEntries({ db, check, count, exportFiles }: AddEntriesDeps) {
  /** Hides matches of new entries, in the caller's transaction. @returns what was hidden, and file names to delete. */
  async function hide(
    accountIds: number[],
    values: ReadValue[],
    entryOf: (value: ReadValue) => number | undefined,
  ) {
    const matches = (await matchingLeads(db, accountIds, values)).flatMap((match) => {
      const entryId = entryOf(match)
      return entryId === undefined ? [] : [{ ...match, entryId }]
    })
    const changes = await hideLeads(db, matches)
    await count(changes)
    const addresses = values.filter(({ kind }) => kind === 'email').map(({ value }) => value)
    // Their scheduled checks are cancelled.
    await stopRetries(db, accountIds, addresses)
    const files = await exportFiles.forget(listsOf(matches))
    return { leads: new Set(matches.map(({ id }) => id)).size, lists: changes.length, files }
  }

  return {
    /** Adds values; matches are hidden at once. @throws AppError validation_failed when none can be read. */
    async add(actor: Actor, texts: readonly string[], note: string | null) {
      const { values, ...rest } = readAll(texts)
      if (values.length === 0)
        throw new AppError('validation_failed', 'None of these are an email, domain, phone or profile', {
          fields: {
            values: 'Enter an email, a domain, a phone number with its country code or a profile URL',
          },
        })
      const { accountId, userId } = actor
      const done = await transaction(db, async () => {
        await lockList(db, accountId)
        const accountIds = await descendantsOf(db, accountId)
        const byDigest = new Map(values.map((read) => [check.digest(read).toString('hex'), read]))
        const added = await insertEntries(
          db,
          { accountId, userId, note },
          [...byDigest].map(([digest, read]) => ({ read, digest: Buffer.from(digest, 'hex') })),
        )
        const ids = new Map(
          added.map(({ id, digest }) => {
            const { kind, value } = byDigest.get(digest) as ReadValue
            return [`${kind} ${value}`, id]
          }),
        )
        const fresh = added.map(({ digest }) => byDigest.get(digest) as ReadValue)
        const hidden = await hide(accountIds, fresh, ({ kind, value }) => ids.get(`${kind} ${value}`))
        if (added.length === 0) markUnchanged()
        else recordAudit(db, { accountId, detail: { entries: added.length, leads: hidden.leads } })
        return { added: added.length, ...hidden }
      })
      await exportFiles.remove(done.files)
      return {
        ...rest,
        added: done.added,
        already_listed: values.length - done.added,
        leads: done.leads,
        lists: done.lists,
        export_files: done.files.length,
      }
    },
  }
}
