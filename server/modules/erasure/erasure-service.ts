import type { Erasure } from '#contract/suppression.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { hasEmail } from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import {
  findSubtree,
  insertEntries,
  lockList,
  profileKey,
  type ReadValue,
  readValue,
  type SuppressionCheck,
} from '#server/modules/suppression/index.ts'
import { tellLeads } from '#server/modules/webhooks/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Storage } from '#server/platform/storage/disk.ts'
import {
  blankEntries,
  countNaming,
  eraseEvidence,
  eraseFrom,
  eraseLeads,
  filesOf,
  forgetFile,
  isSharedPhone,
  otherNames,
  pageOfErasures,
  placeOf,
} from './erasure-store.ts'
import { type Pattern, patternOf } from './person-patterns.ts'
import { personTables } from './person-tables.ts'
import { readContents, Unreadable } from './read-contents.ts'

export interface ErasureDeps {
  db: Db
  storage: Storage
  lists: Pick<ListsService, 'addToCounts'>
  check: SuppressionCheck
}

type Person = { email?: string | undefined; phone?: string | undefined; profile?: string | undefined }
type Removed = Record<string, number>
type PersonKind = Erasure['kind']

/** Longer than any value, so that one that lies across two pieces of a file is found. */
const OVERLAP = 400

/** The value that names the person. @throws AppError validation_failed on its field. */
function named(person: Person): ReadValue & { kind: PersonKind } {
  for (const kind of ['email', 'phone', 'profile'] as const) {
    const given = person[kind]
    if (given === undefined) continue
    const read = readValue(given)
    if (read?.kind === kind) return { kind, value: read.value }
    const hint = { email: 'Enter a valid email address', phone: 'Enter a phone with its country code' }
    throw invalidField(kind, kind === 'profile' ? 'Enter the URL of a profile' : hint[kind])
  }
  throw invalidField('email', 'Give an email, a phone or a profile')
}

const add = (removed: Removed, place: string, count: number): void => {
  if (count > 0) removed[place] = (removed[place] ?? 0) + count
}

/** Erasing a person: what it would remove, doing it, and the reports. */
export function createErasureService({ db, storage, lists, check }: ErasureDeps) {
  /** Administrators erase everywhere: null. */
  const scopeOf = async (actor: Actor): Promise<number[] | null> =>
    actor.role === 'admin' ? null : findSubtree(db, actor.accountId)

  /** All values that are this person, the one that was given first. */
  async function valuesOf(person: Person, scope: number[] | null): Promise<ReadValue[]> {
    const first = named(person)
    const found = new Map<string, ReadValue>([[`${first.kind} ${first.value}`, first]])
    const names = await otherNames(db, [patternOf(first)], scope)
    const others = first.kind === 'phone' ? [] : names
    for (const { email, phone, urls } of others) {
      const own = [
        email ? readValue(email) : null,
        ...urls.map((url) => {
          const value = profileKey(url)
          return value ? { kind: 'profile' as const, value } : null
        }),
        phone && !(await isSharedPhone(db, phone, [patternOf(first)])) ? readValue(phone) : null,
      ]
      for (const value of own)
        if (value && value.kind !== 'domain') found.set(`${value.kind} ${value.value}`, value)
    }
    return [...found.values()]
  }

  async function holds(name: string, patterns: readonly Pattern[]): Promise<boolean> {
    if ((await storage.size(name)) === 0) return false
    const head = Buffer.concat(await storage.read(name, 0, 2).toArray())
    const source = storage.read(name)
    const decoder = new TextDecoder()
    let tail = ''
    try {
      for await (const piece of readContents(source, head)) {
        const text = tail + decoder.decode(piece, { stream: true })
        if (patterns.some(({ js }) => js.test(text))) return true
        tail = text.slice(-OVERLAP)
      }
      return false
    } catch (error) {
      // One that is still being written, or is broken, cannot be looked into: it goes.
      if (error instanceof Unreadable) return true
      throw error
    } finally {
      source.destroy()
    }
  }

  async function filesNaming(patterns: readonly Pattern[], scope: number[] | null) {
    const found: Awaited<ReturnType<typeof filesOf>> = []
    for (const file of await filesOf(db, scope)) if (await holds(file.name, patterns)) found.push(file)
    return found
  }

  /** What names the person, per place, and in which accounts. */
  async function look(patterns: readonly Pattern[], scope: number[] | null) {
    const removed: Removed = {}
    const accounts = new Set<number>()
    for (const table of await personTables(db))
      for (const { account_id, rows } of await countNaming(db, table, patterns, scope)) {
        add(removed, placeOf(table.name), rows)
        if (account_id !== null) accounts.add(account_id)
      }
    const files = await filesNaming(patterns, scope)
    for (const { kind } of files) add(removed, kind, 1)
    return { removed, accounts: [...accounts].sort((a, b) => a - b), files }
  }

  async function eraseIn(accountId: number, patterns: readonly Pattern[], removed: Removed): Promise<void> {
    await lockList(db, accountId)
    const { leads, history, entities } = await eraseLeads(db, accountId, patterns)
    add(removed, 'leads', leads.length)
    add(removed, 'history', history)
    add(removed, 'entities', entities)
    const byList = Map.groupBy(
      leads.filter(({ living }) => living),
      ({ list_id }) => list_id,
    )
    for (const [listId, own] of [...byList].sort(([a], [b]) => a - b)) {
      const ids = own.map(({ id }) => id)
      await tellLeads(db, { accountId, listId }, 'deleted', ids)
      await lists.addToCounts(accountId, listId, {
        leads: -own.length,
        emails: -own.filter(hasEmail).length,
      })
    }
    const tables = await personTables(db)
    for (const table of tables) {
      if (!table.isPerAccount) continue
      if (table.name === 'website_visit') {
        const [before] = await countNaming(db, table, patterns, [accountId])
        add(removed, 'websites', before?.rows ?? 0)
        await eraseEvidence(db, accountId, patterns)
        await eraseFrom(db, table, patterns, accountId)
      } else add(removed, placeOf(table.name), await eraseFrom(db, table, patterns, accountId))
    }
  }

  return {
    async preview(actor: Actor, person: Person): Promise<Removed> {
      const scope = await scopeOf(actor)
      const values = await valuesOf(person, scope)
      return (await look(values.map(patternOf), scope)).removed
    },

    /** Erases a person for good; each account in a transaction of its own, the caller's with the report last. */
    async erase(actor: Actor, person: Person): Promise<Erasure> {
      const scope = await scopeOf(actor)
      const first = named(person)
      const values = await valuesOf(person, scope)
      const patterns = values.map(patternOf)
      const { accountId, userId } = actor
      const refuse = () =>
        transaction(db, async () => {
          await lockList(db, accountId)
          await blankEntries(db, patterns, scope)
          const entries = values.map((read) => ({ read, digest: check.digest(read), isErased: true }))
          await insertEntries(db, { accountId, userId, note: null }, entries)
        })
      // First, so that nothing arrives while the rest is removed.
      await refuse()
      const { accounts, files } = await look(patterns, scope)
      const removed: Removed = {}
      for (const account of accounts) await transaction(db, () => eraseIn(account, patterns, removed))
      for (const file of files) {
        await forgetFile(db, file)
        await storage.remove(file.name)
        add(removed, file.kind, 1)
      }
      const row = await transaction(db, async () => {
        if (scope === null)
          for (const table of await personTables(db))
            add(removed, placeOf(table.name), await eraseFrom(db, table, patterns, null))
        recordAudit(db, { accountId, detail: { removed } })
        return db
          .insertInto('erasure')
          .values({
            account_id: accountId,
            kind: first.kind,
            digest: check.digest(first),
            removed: JSON.stringify(removed) as never,
            created_by: userId,
          })
          .returning(['id', 'created_at'])
          .executeTakeFirstOrThrow()
      })
      return {
        id: row.id,
        kind: first.kind,
        removed,
        erased_by: null,
        created_at: row.created_at.toISOString(),
      }
    },

    async page(actor: Actor, query: { page: number; limit: number }) {
      const { rows, total } = await pageOfErasures(db, actor.accountId, query)
      const data = rows.map(({ id, kind, removed, created_at, first_name, last_name, email }) => ({
        id,
        kind,
        removed,
        erased_by: [first_name, last_name].filter(Boolean).join(' ') || email,
        created_at: created_at.toISOString(),
      }))
      return { data, currentPage: query.page, pageSize: query.limit, total }
    },
  }
}

export type ErasureService = ReturnType<typeof createErasureService>
