import type { EmailState } from '#contract/leads/email-states.ts'
import { emitLeads } from '#server/modules/activity/webhooks/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { type FoundPlace, writeFound } from './changes/write-found.ts'
import { type RunPlace, recordEmailStates, recordLookup, setEmailSearch } from './email-search.ts'
import { fillLeads, type LeadFill, withoutSuppressed } from './fill-leads.ts'
import { type EmailSearch, hasEmail, insertLeads, type NewLead, updateEmailState } from './leads-store.ts'

/** Whether sets of lead values are on the suppression list of an account or an ancestor. */
export interface LeadGuard {
  leads(accountId: number, values: readonly Record<string, unknown>[]): Promise<boolean[]>
}

interface LeadWritesDeps {
  db: Db
  lists: Pick<ListsService, 'addToCounts'>
  suppression: LeadGuard
}

/** Writes to leads by runs and imports, in the caller's transaction. Suppressed values are not written. */
export function createLeadWrites({ db, lists, suppression }: LeadWritesDeps) {
  return {
    setEmailSearch: (where: RunPlace, items: EmailSearch[]) => setEmailSearch(db, where, items),
    recordLookup: (where: RunPlace, leadId: number, detail: { want: string; sources: number }) =>
      recordLookup(db, where, leadId, detail),

    /**
     * Fills empty values of leads, as `fillLeads` does, and updates the list's numbers.
     * @returns the names filled per lead.
     */
    async fill(where: RunPlace, fills: LeadFill[]): Promise<Map<number, string[]>> {
      const { done, emails } = await fillLeads(
        db,
        where,
        await withoutSuppressed(suppression, where.accountId, fills),
      )
      await lists.addToCounts(where.accountId, where.listId, { leads: 0, emails })
      return done
    },

    /** Writes a run's values, as `writeFound` does, without suppressed ones. @returns the leads that changed. */
    async writeFound(
      where: FoundPlace,
      fills: LeadFill[],
      overwrites: ReadonlySet<string>,
    ): Promise<number[]> {
      const allowed = await withoutSuppressed(suppression, where.accountId, fills)
      const { leadIds, emails } = await writeFound(db, where, allowed, overwrites)
      await lists.addToCounts(where.accountId, where.listId, { leads: 0, emails })
      return leadIds
    },

    /**
     * Updates an email's state on every lead of the account, in the caller's transaction, with a history entry for
     * each changed lead.
     * @returns how many leads and in which lists.
     */
    async setEmailState(
      accountId: number,
      addresses: string[],
      state: EmailState,
      because: 'checked' | 'bounced' = 'checked',
    ): Promise<{ leads: number; listIds: number[] }> {
      const rows = await updateEmailState(db, accountId, addresses, state)
      await recordEmailStates(db, accountId, rows, { email_state: state, because })
      const change = new Map<number, number>()
      for (const { list_id, had, has } of rows)
        change.set(list_id, (change.get(list_id) ?? 0) + Number(has) - Number(had))
      const listIds = [...change.keys()].sort((a, b) => a - b)
      for (const id of listIds)
        await emitLeads(
          db,
          { accountId, listId: id },
          'changed',
          rows.flatMap((row) => (row.list_id === id && row.living ? row.id : [])),
        )
      for (const id of listIds)
        await lists.addToCounts(accountId, id, { leads: 0, emails: change.get(id) ?? 0 })
      return { leads: rows.length, listIds }
    },

    /** @throws AppError conflict when values of a lead are on the suppression list. */
    async refuseSuppressed(accountId: number, values: Record<string, unknown>): Promise<void> {
      const [isSuppressed] = await suppression.leads(accountId, [values])
      if (isSuppressed) throw conflict('This is on your suppression list, so it wasn’t saved')
    },

    /**
     * Adds leads to a list in the caller's transaction and updates its numbers; skips suppressed ones.
     * @returns entity id -> new lead id.
     */
    async add(
      where: { accountId: number; listId: number; runId: number | null },
      leads: NewLead[],
    ): Promise<Map<number, number>> {
      const isSuppressed = await suppression.leads(
        where.accountId,
        leads.map(({ values }) => values),
      )
      const allowed = leads.filter((_, index) => !isSuppressed[index])
      const added = await insertLeads(db, where.accountId, where.listId, where.runId, allowed)
      await emitLeads(
        db,
        where,
        'added',
        added.map(({ id }) => id),
      )
      const emails = added.filter(hasEmail).length
      await lists.addToCounts(where.accountId, where.listId, { leads: added.length, emails })
      return new Map(added.map((row) => [row.entity_id, row.id]))
    },
  }
}
