import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { notifications } from '#contract/activity/notifications.ts'
import { createUpload, download, exportList } from '#contract/core/files.ts'
import { createCustomField, deleteCustomField } from '#contract/leads/custom-fields.ts'
import { createExportTemplate } from '#contract/leads/export-templates.ts'
import { createLabel, deleteLabel } from '#contract/leads/labels.ts'
import { addLeadNote, deleteLeadNote, setLeadStatus } from '#contract/leads/lead-edits.ts'
import { LeadFilters } from '#contract/leads/leads.ts'
import { createService, deleteService } from '#contract/leads/services.ts'
import { createLeadView, deleteLeadView } from '#contract/leads/views.ts'
import { addSuppressions, suppressions } from '#contract/privacy/suppression.ts'
import { enrichOne } from '#contract/prospecting/enrich-one.ts'
import { createForm, deleteForm } from '#contract/prospecting/forms.ts'
import { deliverLeads, renewImportAddress } from '#contract/prospecting/import-addresses.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { createRun } from '#server/modules/activity/runs/index.ts'
import { finishExportFile, insertExportFile } from '#server/modules/leads/exports/index.ts'
import { deleteLeads } from '#server/modules/leads/leads/index.ts'
import { deleteLists } from '#server/modules/leads/lists/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { CallRecords } from './access-rules.ts'
import type { TestUser } from './factories.ts'
import { upload } from './http-call.ts'
import { getActor, seedList } from './seed-leads.ts'
import type { TestApp } from './test-app.ts'

type Named =
  | 'binnedList'
  | 'peopleList'
  | 'view'
  | 'deletedView'
  | 'service'
  | 'deletedService'
  | 'form'
  | 'deletedForm'
  | 'importDelivery'
  | 'enrichCall'
  | 'exportTemplate'
  | 'note'
  | 'deletedNote'
  | 'label'
  | 'otherLabel'
  | 'deletedLabel'
  | 'customField'
  | 'deletedCustomField'
  | 'leadChange'
  | 'run'
  | 'importRun'
  | 'leadImport'
  | 'duplicate'
  | 'verifyRun'
  | 'exportRun'
  | 'upload'
  | 'importUpload'
  | 'areaSource'
  | 'addressUpload'
  | 'ticket'
  | 'checkedAddress'
  | 'accountExport'
  | 'notification'
  | 'suppression'
type Makers = { [Name in Named]: () => Promise<CallRecords[Name]> }

const CSV = 'id,name\n1,One\n'
const ADDRESSES = 'email\na@a.example\n'

/** Creates records for calls about lists, leads, runs and files. Makers only add records. */
export function createWorkMakers(
  context: () => { t: TestApp; origin: string; main: TestUser; admin: TestUser },
) {
  const t = () => context().t
  const main = () => context().main
  const admin = () => context().admin

  /** A list with three leads, one of them in the trash. */
  async function makeList() {
    const list = await seedList(t(), main(), {
      leads: [
        { values: { name: 'A', email: 'a@a.example' } },
        { values: { name: 'B', website: 'https://b.example', domain: 'b.example', city: 'BERLIN' } },
        {},
      ],
    })
    const [binnedLead, ...leads] = list.leadIds.toReversed() as [number, ...number[]]
    await deleteLeads(t().app.ctx, await getActor(t(), main()), list.id, 'local', {
      resultIds: [binnedLead],
    })
    return { list: list.id, leads, binnedLead }
  }

  async function makePeopleList(): Promise<CallRecords['peopleList']> {
    const values = {
      name: 'Ann Lee',
      company: 'Fox',
      position: 'Buyer',
      domain: 'fox.example',
      email: 'ann@fox.example',
    }
    const { id, leadIds } = await seedList(t(), main(), { type: 'people', leads: [{ values }] })
    return { id, leads: leadIds }
  }

  async function makeBinnedList(): Promise<number> {
    const { id } = await seedList(t(), main())
    await deleteLists(t().app.ctx, await getActor(t(), main()), [id])
    return id
  }

  async function makeRun(
    owner: TestUser,
    kind: 'search' | 'corpus_import' | 'verify' | 'lead_import' | 'account_export',
    input: Record<string, unknown> = {},
  ) {
    const listId = kind === 'search' ? (await seedList(t(), owner)).id : null
    const common = { accountId: owner.accountId, createdBy: owner.id, title: 'x', total: 1 }
    const run = await transaction(t().app.database.db, () =>
      createRun(t().app.ctx, { ...common, kind, listId, input }),
    )
    return run.id
  }

  async function makeAreaSource(): Promise<number> {
    const { rows } = await sql<{ source_id: number }>`
      with made as (insert into corpus_source (name, licence) values (${randomUUID()}, 'x') returning id)
      insert into corpus_area (source_id, label, boxes)
      select id, 'x', '[{"west":-1,"south":-1,"east":1,"north":1}]' from made returning source_id`.execute(
      t().app.database.db,
    )
    return rows[0]!.source_id
  }

  async function makeTicket(): Promise<string> {
    const { id } = await seedList(t(), main())
    const { body } = await t().call(exportList, { body: { list_id: id } }, main())
    return body.data.url.split('/').at(-1) as string
  }

  async function makeExport(): Promise<number> {
    const { id } = await seedList(t(), main())
    const { body } = await t().call(exportList, { body: { list_id: id } }, main())
    await t().call(download, { params: { ticket: body.data.url.split('/').at(-1) as string } })
    return body.data.run_id as number
  }

  /** One business in two sources, far from the others: importing the second links them. */
  async function makeDuplicate(): Promise<{ place_id: number; other_id: number }> {
    const name = randomUUID()
    const place = { name, nameKey: name, lat: 0.5, lon: 0.5 }
    await t().places(`one ${name}`, [place])
    await t().places(`two ${name}`, [place])
    return t()
      .app.database.db.selectFrom('corpus_link as l')
      .innerJoin('corpus_place as p', 'p.id', 'l.place_id')
      .select(['l.place_id', 'l.other_id'])
      .where('p.name', '=', name)
      .executeTakeFirstOrThrow()
  }

  async function checkedAddress(user: TestUser): Promise<string> {
    const address = `${randomUUID()}@a.example`
    await sql`insert into email_verification (account_id, address, state, reason)
      values (${user.accountId}, ${address}, 'valid', 'mailbox_accepted')`.execute(t().app.database.db)
    return address
  }

  /** A finished export of all the owner's data. */
  async function makeAccountExport(): Promise<number> {
    const run = await makeRun(main(), 'account_export')
    const name = `account-export-${run}`
    await mkdir(join(t().dataDir, 'uploads'), { recursive: true })
    await writeFile(join(t().dataDir, 'uploads', name), '.')
    const place = { accountId: main().accountId, runId: run }
    await insertExportFile(t().app.database.db, { ...place, name, filename: 'all-data.tar.gz' })
    await finishExportFile(t().app.database.db, place.accountId, run, 1)
    return run
  }

  async function makeNotification(): Promise<number> {
    const { accountId, id } = main()
    const detail = {
      invitation_id: Number.parseInt(randomUUID().slice(0, 8), 16),
      name: 'Bob',
      email: 'bob@a.example',
    }
    await transaction(t().app.database.db, () =>
      notify(t().app.ctx, { accountId, userIds: [id], kind: 'invitation_accepted', detail }),
    )
    return (await t().call(notifications, { query: { limit: 1 } }, main())).body.data[0]?.id as number
  }

  /** An entry of the owner's suppression list. */
  async function makeEntry(): Promise<number> {
    const value = `${randomUUID()}@a.example`
    await t().call(addSuppressions, { body: { values: [value] } }, main())
    return (await t().call(suppressions, { query: { search: value } }, main())).body.data[0]?.id as number
  }

  /** A view that the owner shares with the account. */
  async function makeView(): Promise<number> {
    const visibility = 'everyone' as const
    const body = {
      type: 'local' as const,
      name: randomUUID(),
      visibility,
      columns: { shown: [{ field: 'name' }] },
    }
    return (await t().call(createLeadView, { body }, main())).body.data.id
  }

  async function makeDeletedView(): Promise<number> {
    const id = await makeView()
    await t().call(deleteLeadView, { params: { id } }, main())
    return id
  }

  async function makeService(): Promise<number> {
    const body = { name: randomUUID(), template: 'booking' as const }
    return (await t().call(createService, { body }, main())).body.data.id
  }

  async function makeDeletedService(): Promise<number> {
    const id = await makeService()
    await t().call(deleteService, { params: { id } }, main())
    return id
  }

  async function makeForm(): Promise<number> {
    const { list } = await makeList()
    const fields = [{ field: 'email', label: 'Email', required: true }]
    const body = { name: randomUUID(), list_id: list, fields }
    return (await t().call(createForm, { body }, main())).body.data.id
  }

  async function makeDeletedForm(): Promise<number> {
    const id = await makeForm()
    await t().call(deleteForm, { params: { id } }, main())
    return id
  }

  async function makeImportDelivery(): Promise<CallRecords['importDelivery']> {
    const { list } = await makeList()
    const renewed = await t().call(renewImportAddress, { params: { id: list }, body: {} }, main())
    const key = renewed.body.data.address.split('/').at(-1) as string
    const body = { Name: 'Acorn Bakery', Email: `hello@${randomUUID()}.example` }
    const taken = await t().call(deliverLeads, { params: { key }, body })
    return { list, id: taken.body.data.id }
  }

  async function makeEnrichCall(): Promise<number> {
    const body = {
      values: { name: 'Ann Lee', email: `${randomUUID()}@acme.example` },
      want: ['email' as const],
    }
    const made = await t().call(enrichOne, { body }, main())
    return made.body.data.id as number
  }

  async function makeExportTemplate(): Promise<number> {
    const body = {
      type: 'local' as const,
      name: randomUUID(),
      is_shared: true,
      choices: { columns: ['name'] },
    }
    return (await t().call(createExportTemplate, { body }, main())).body.data.id
  }

  async function makeNote(): Promise<number> {
    const { list, leads } = await makeList()
    const params = { type: 'local' as const, id: list, resultId: leads[0] as number }
    return (await t().call(addLeadNote, { params, body: { body: 'Called' } }, main())).body.data.id
  }

  async function makeDeletedNote(): Promise<number> {
    const id = await makeNote()
    await t().call(deleteLeadNote, { params: { id } }, main())
    return id
  }

  async function makeCustomField(): Promise<number> {
    return (await t().call(createCustomField, { body: { label: randomUUID() } }, main())).body.data.id
  }

  async function makeDeletedCustomField(): Promise<number> {
    const id = await makeCustomField()
    await t().call(deleteCustomField, { params: { id } }, main())
    return id
  }

  async function makeLabel(): Promise<number> {
    const body = { name: randomUUID(), rule: { type: 'local' as const, filters: LeadFilters.parse({}) } }
    return (await t().call(createLabel, { body }, main())).body.data.id
  }

  async function makeDeletedLabel(): Promise<number> {
    const id = await makeLabel()
    await t().call(deleteLabel, { params: { id } }, main())
    return id
  }

  async function makeLeadChange(): Promise<{ list: number; token: number }> {
    const { list, leads } = await makeList()
    const body = { selection: { resultIds: leads }, status: 'won' as const }
    const reply = await t().call(setLeadStatus, { params: { type: 'local', id: list }, body }, main())
    return { list, token: reply.body.undo_token as number }
  }

  const makers: Makers = {
    binnedList: makeBinnedList,
    peopleList: makePeopleList,
    view: makeView,
    deletedView: makeDeletedView,
    service: makeService,
    deletedService: makeDeletedService,
    form: makeForm,
    deletedForm: makeDeletedForm,
    importDelivery: makeImportDelivery,
    enrichCall: makeEnrichCall,
    exportTemplate: makeExportTemplate,
    note: makeNote,
    deletedNote: makeDeletedNote,
    label: makeLabel,
    otherLabel: makeLabel,
    deletedLabel: makeDeletedLabel,
    customField: makeCustomField,
    deletedCustomField: makeDeletedCustomField,
    leadChange: makeLeadChange,
    run: () => makeRun(main(), 'search'),
    importRun: () => makeRun(admin(), 'corpus_import'),
    leadImport: () => makeRun(main(), 'lead_import', { columns: ['email'], mapping: [] }),
    duplicate: makeDuplicate,
    verifyRun: () => makeRun(main(), 'verify', { file: null }),
    exportRun: makeExport,
    upload: async () =>
      (await t().call(createUpload, { body: { name: 'a.csv', size: CSV.length } }, main())).body.data.id,
    importUpload: () => upload(context().origin, admin(), CSV, 'a.csv'),
    areaSource: makeAreaSource,
    addressUpload: () => upload(context().origin, main(), ADDRESSES, 'a.csv'),
    ticket: makeTicket,
    checkedAddress: () => checkedAddress(main()),
    accountExport: makeAccountExport,
    notification: makeNotification,
    suppression: makeEntry,
  }
  return { makers, makeList }
}
