import { sql } from 'kysely'
import type { ListTypeId } from '#contract/list-types/index.ts'
import { accountExportRun } from '#contract/run-kinds/account-export.ts'
import type { Run } from '#contract/runs.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { customFieldsOf } from '#server/modules/custom-fields/index.ts'
import {
  csvFile,
  type ExportShape,
  exportFields,
  findExportFile,
  finishExportFile,
  insertExportFile,
  removeExportFile,
} from '#server/modules/exports/index.ts'
import type { Downloader, TicketRow, TicketsService } from '#server/modules/files/index.ts'
import { fieldsIn, LABEL_NAMES, type LeadRow } from '#server/modules/leads/index.ts'
import type { Notifications } from '#server/modules/notifications/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import { defineExecutor, type RunsService } from '#server/modules/runs/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { randomId } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Storage } from '#server/platform/storage/disk.ts'
import { PARTS, readPart } from './account-parts.ts'
import { type Archive, createArchive } from './archive.ts'
import { readMe } from './read-me.ts'

export interface AccountExportDeps {
  db: Db
  storage: Storage
  runs: RunsService
  startRun: StartRun
  tickets: TicketsService
  notifications: Pick<Notifications, 'notify'>
  /** Name of the product, as this installation shows it. */
  brandName(): Promise<string>
}

/** Leads or records that are held at a time, and that one file has at most. */
const AT_ONCE = 5000
const TICKET = 'account_export'
const SETTINGS = '/profile-settings/account-data'

const line = (record: unknown) => `${JSON.stringify(record)}\n`
const numbered = (file: string, part: number) => (part === 1 ? file : `${file}-${part}`)
const folderOf = (list: { id: number; name: string }) =>
  `lists/${list.id}-${list.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}`

interface ListFacts {
  id: number
  name: string
  type: ListTypeId
  tags: string[]
  lead_source: string | null
}

/** Everything that an account holds as one archive: a run, whose file is kept like that of an export. */
export function createAccountExport(deps: AccountExportDeps) {
  const { db, storage, runs, startRun, tickets } = deps

  const listsOf = async (accountId: number): Promise<ListFacts[]> => {
    const { rows } = await sql<ListFacts>`select id, name, type, tags, lead_source from list
      where account_id = ${accountId} and deleted_at is null order by id`.execute(db)
    return rows
  }

  const leadsAfter = (accountId: number, listId: number, after: number) =>
    db
      .selectFrom('lead')
      .selectAll('lead')
      .select(LABEL_NAMES.as('labels'))
      .where('lead.account_id', '=', accountId)
      .where('lead.list_id', '=', listId)
      .where('lead.deleted_at', 'is', null)
      .where('lead.id', '>', after)
      .orderBy('lead.id')
      .limit(AT_ONCE)
      .execute()

  /** The leads of a list, so many to a file. `moved` hears how many each time. */
  async function addLeads(
    archive: Archive,
    accountId: number,
    list: ListFacts,
    moved: (rows: number) => Promise<void>,
  ) {
    const custom = await customFieldsOf(db, accountId)
    const fields = exportFields(fieldsIn({ type: list.type, custom }), undefined)
    const shape: ExportShape = { fields, provenance: true, list }
    for (let part = 1, after = 0; ; part += 1) {
      const rows = await leadsAfter(accountId, list.id, after)
      if (rows.length === 0 && part > 1) return
      const csv = csvFile(shape, '')
      for (const row of rows) csv.write(row as unknown as LeadRow)
      const now = systemClock.now()
      const file = `${folderOf(list)}/${numbered('leads', part)}`
      await archive.add(`${file}.csv`, String(csv.end()), now)
      const records = rows.map(({ account_id, search, deleted_at, ...lead }: Record<string, unknown>) =>
        line(lead),
      )
      await archive.add(`${file}.ndjson`, records.join(''), now)
      await moved(rows.length)
      if (rows.length < AT_ONCE) return
      after = rows.at(-1)?.id as number
    }
  }

  async function addPart(
    archive: Archive,
    accountId: number,
    part: (typeof PARTS)[number],
    moved: (rows: number) => Promise<void>,
  ) {
    for (let number = 1, after = 0; ; number += 1) {
      const rows = await readPart(db, part, accountId, after, AT_ONCE)
      if (rows.length === 0 && number > 1) return
      const content = rows.map(({ record }) => line(record)).join('')
      await archive.add(`${numbered(part.file, number)}.ndjson`, content, systemClock.now())
      await moved(rows.length)
      if (rows.length < AT_ONCE) return
      after = rows.at(-1)?.key as number
    }
  }

  async function accountName(accountId: number): Promise<string> {
    const row = await db
      .selectFrom('account')
      .select('name')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    return row.name
  }

  /** A worker that died left its half behind: this one begins anew. */
  async function forgetEarlier(accountId: number, runId: number): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select name from export_file where account_id = ${accountId} and run_id = ${runId}`.execute(db)
    for (const { name } of rows) await storage.remove(name)
    await removeExportFile(db, accountId, runId)
  }

  const executor = defineExecutor(accountExportRun, {
    async run({ run, step }) {
      const { account_id: accountId, id: runId } = run
      const now = systemClock.now()
      await forgetEarlier(accountId, runId)
      const place = { accountId, runId, name: `account-export-${randomId()}` }
      const filename = `all-data-${now.toISOString().slice(0, 10)}.tar.gz`
      await insertExportFile(db, { ...place, filename })
      const archive = await createArchive(storage, place.name)
      const lists = await listsOf(accountId)
      let [done, records] = [0, 0]
      const total = lists.length + PARTS.length
      const moved = async (rows: number) => {
        records += rows
        await step(async () => ({ done, total, counts: { records } }))
      }
      try {
        await archive.add(
          'README.txt',
          readMe(await deps.brandName(), await accountName(accountId), now),
          now,
        )
        for (const list of lists) {
          await addLeads(archive, accountId, list, moved)
          done += 1
        }
        for (const part of PARTS) {
          await addPart(archive, accountId, part, moved)
          done += 1
        }
        const bytes = await archive.end()
        await step(async () => {
          await finishExportFile(db, accountId, runId, bytes)
          const ready = { run_id: runId, title: run.title, link: SETTINGS }
          if (run.created_by !== null)
            await deps.notifications.notify({
              accountId,
              userIds: [run.created_by],
              kind: 'export_ready',
              detail: ready,
            })
          return { done, total, counts: { records } }
        })
      } catch (error) {
        await archive.drop()
        await removeExportFile(db, accountId, runId).catch(() => {})
        throw error
      }
    },
  })

  async function latest(actor: Actor, limit: number): Promise<Run[]> {
    const rows = await db
      .selectFrom('run')
      .select('id')
      .where('account_id', '=', actor.accountId)
      .where('kind', '=', accountExportRun.kind)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    const found = await runs.byIds(
      actor.accountId,
      rows.map(({ id }) => id),
    )
    return rows.flatMap(({ id }) => found.get(id) ?? [])
  }

  /** The archive of a run. @throws AppError not_found for another run, conflict when it is not kept any more. */
  async function fileOf(accountId: number, runId: number) {
    const run = await runs.find(accountId, runId)
    if (run?.kind !== accountExportRun.kind) throw notFound('The export')
    const file = await findExportFile(db, accountId, runId)
    if (!file || (await storage.size(file.name)) !== file.bytes)
      throw new AppError('conflict', 'This archive is not kept any more. Export the data again')
    return file
  }

  const downloader: Downloader = {
    kind: TICKET,
    async open(ticket: TicketRow) {
      const file = await fileOf(ticket.account_id, (ticket.input as { runId: number }).runId)
      return { filename: file.filename, contentType: 'application/gzip', stream: storage.read(file.name) }
    },
  }

  return {
    executor,
    downloader,

    /** Begins an export, or answers the one that is at work. */
    start: (actor: Actor): Promise<Run> =>
      transaction(db, async () => {
        await sql`select 1 from account where id = ${actor.accountId} for update`.execute(db)
        const [last] = await latest(actor, 1)
        if (last && last.finished_at === null) {
          recordAudit(db, { accountId: actor.accountId, subject: `run:${last.id}` })
          return last
        }
        const order = {
          title: 'Export of all data',
          plan: { input: {}, total: null },
          audit: 'export.created',
        } as const
        return (await startRun(actor, accountExportRun, order)).run
      }),

    latest: (actor: Actor) => latest(actor, 5),

    /** A ticket for the archive of a run. @throws AppError not_found, conflict. */
    async ticket(actor: Actor, runId: number) {
      const file = await fileOf(actor.accountId, runId)
      return transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, subject: `run:${runId}` })
        const ticket = await tickets.issue(actor, TICKET, { runId })
        return { ...ticket, run_id: runId, total: null, filename: file.filename }
      })
    },
  }
}

export type AccountExport = ReturnType<typeof createAccountExport>
