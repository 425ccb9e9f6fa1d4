import { sql } from 'kysely'
import { PREVIEWED_VALUES, type SuppressionKind } from '#contract/suppression.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import {
  hiddenBy,
  hideLeads,
  type ListChange,
  rehideLeads,
  unhideLeads,
} from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { matchingLeads } from './matching-leads.ts'
import { candidateOf, type ReadValue, readValue } from './read-value.ts'
import type { SuppressionCheck } from './suppression-check.ts'
import {
  deleteEntry,
  findByDigests,
  findEntry,
  findPath,
  findSubtree,
  insertEntries,
  lockList,
  pageOfEntries,
  type SuppressionRow,
} from './suppression-store.ts'

export interface SuppressionDeps {
  db: Db
  lists: Pick<ListsService, 'addToCounts'>
  check: SuppressionCheck
  /** Saved export files of lists: counted, and removed. */
  exportFiles: {
    count(lists: { accountId: number; listId: number }[]): Promise<number>
    forget(lists: { accountId: number; listId: number }[]): Promise<string[]>
    remove(names: string[]): Promise<void>
  }
}

const UNREADABLE_SHOWN = 100

/** What a pasted text holds: values, each once, and what is none. Blank lines are left out. */
function readAll(texts: readonly string[]) {
  const values = new Map<string, ReadValue>()
  const unreadable: string[] = []
  for (const text of texts) {
    if (text.trim() === '') continue
    const value = readValue(text)
    if (value) values.set(`${value.kind} ${value.value}`, value)
    else unreadable.push(text)
  }
  return {
    values: [...values.values()],
    unreadable: unreadable.slice(0, UNREADABLE_SHOWN).map((text) => text.slice(0, 200)),
    unreadable_count: unreadable.length,
  }
}

const keyOf = ({ account_id, list_id }: { account_id: number; list_id: number }) => `${account_id} ${list_id}`
const listsOf = (rows: readonly { account_id: number; list_id: number }[]) =>
  [...new Map(rows.map((row) => [keyOf(row), row])).values()].map((row) => ({
    accountId: row.account_id,
    listId: row.list_id,
  }))

type EntryRow = Awaited<ReturnType<typeof pageOfEntries>>['rows'][number]
const present = (row: EntryRow, accountId: number) => ({
  id: row.id,
  kind: row.kind,
  value: row.value,
  note: row.note,
  // Who works above this account is nobody's business here.
  added_by:
    row.account_id === accountId
      ? [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email
      : null,
  created_at: row.created_at.toISOString(),
  is_inherited: row.account_id !== accountId,
})

/** The suppression list of accounts: what is on it is hidden below and never arrives again. */
export function createSuppressionService({ db, lists, check, exportFiles }: SuppressionDeps) {
  async function count(changes: ListChange[]): Promise<void> {
    for (const { accountId, listId, leads, emails } of changes)
      await lists.addToCounts(accountId, listId, { leads, emails })
  }

  /** Hides what new entries name, in the caller's transaction. @returns what it was, and the names of files to remove. */
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
    // Nobody asks their servers again.
    await sql`update email_verification set next_try_at = null
      where account_id = any(${accountIds}::bigint[]) and address = any(${addresses}::text[])`.execute(db)
    const files = await exportFiles.forget(listsOf(matches))
    return { leads: new Set(matches.map(({ id }) => id)).size, lists: changes.length, files }
  }

  return {
    async page(
      actor: Actor,
      query: {
        page: number
        limit: number
        search?: string | undefined
        kind?: SuppressionKind | undefined
      },
    ) {
      const { rows, total } = await pageOfEntries(db, await findPath(db, actor.accountId), query)
      const data = rows.map((row) => present(row, actor.accountId))
      return { data, currentPage: query.page, pageSize: query.limit, total }
    },

    /** Where values are today: lists and leads of the account and of those below it. */
    async preview(actor: Actor, texts: readonly string[]) {
      const { values, ...rest } = readAll(texts)
      const accountIds = await findSubtree(db, actor.accountId)
      const matches = await matchingLeads(db, accountIds, values)
      const digests = values.map((value) => check.digest(value).toString('hex'))
      const listed = await findByDigests(db, await findPath(db, actor.accountId), digests)
      const found = listsOf(matches)
      return {
        ...rest,
        values: values.slice(0, PREVIEWED_VALUES).map(({ kind, value }, index) => {
          const own = matches.filter((match) => match.kind === kind && match.value === value)
          return {
            kind,
            value,
            is_listed: listed.has(digests[index] as string),
            lists: listsOf(own).length,
            leads: own.length,
          }
        }),
        recognised: values.length,
        leads: new Set(matches.map(({ id }) => id)).size,
        lists: found.length,
        export_files: await exportFiles.count(found),
      }
    },

    /** Adds values; what matches is hidden at once. @throws AppError validation_failed when none can be read. */
    async add(actor: Actor, texts: readonly string[], note: string | null) {
      const { values, ...rest } = readAll(texts)
      if (values.length === 0)
        throw new AppError('validation_failed', 'None of these is an email, domain, phone or profile', {
          fields: { values: 'Give an email, a domain, a phone with its country code or a profile URL' },
        })
      const { accountId, userId } = actor
      const done = await transaction(db, async () => {
        await lockList(db, accountId)
        const accountIds = await findSubtree(db, accountId)
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
        if (added.length === 0) changedNothing()
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

    /** Removes an own entry; leads that no other entry hides come back. @throws AppError not_found. */
    remove: (actor: Actor, id: number): Promise<number> =>
      transaction(db, async () => {
        const { accountId } = actor
        await lockList(db, accountId)
        const entry: SuppressionRow | undefined = await findEntry(db, accountId, id)
        if (!entry) throw notFound('The entry')
        await deleteEntry(db, accountId, id)
        const hidden = await hiddenBy(db, id)
        const still: { account_id: number; list_id: number; id: number; entryId: number }[] = []
        for (const account of new Set(hidden.map((lead) => lead.account_id))) {
          const own = hidden.filter((lead) => lead.account_id === account)
          const others = await check.suppressed(
            account,
            own.map((lead) => candidateOf({ ...lead.fields, ...lead })),
          )
          for (const [index, lead] of own.entries()) {
            const other = others[index]
            if (other != null)
              still.push({ account_id: account, list_id: lead.list_id, id: lead.id, entryId: other })
          }
        }
        await rehideLeads(db, still)
        const changes = await unhideLeads(db, id)
        await count(changes)
        const leads = changes.reduce((sum, change) => sum + change.leads, 0)
        recordAudit(db, { accountId, subject: `suppression:${id}`, detail: { leads } })
        return leads
      }),
  }
}

export type SuppressionService = ReturnType<typeof createSuppressionService>
