import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { cancelRun, run as showRun } from '#contract/activity/runs.ts'
import { exportList } from '#contract/core/files.ts'
import { customFields } from '#contract/leads/custom-fields.ts'
import { editLead, undoChange } from '#contract/leads/lead-edits.ts'
import { deleteLeads, leads, showLead } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { deleteList, listHistory, restoreLists, showList } from '#contract/leads/lists.ts'
import { leadImportRejected } from '#contract/prospecting/lead-imports.ts'
import { deleteLists } from '#server/modules/leads/lists/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { halt, waitingForLock } from '#server/testing/halt.ts'
import { holdBetweenBatches } from '#server/testing/kill/hold.ts'
import { APOLLO, GOHIGHLEVEL, HUNTER, leadFiles } from '#server/testing/lead-files.ts'
import { getActor, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { makeXlsx } from '#server/testing/xlsx-file.ts'

let t: TestApp
let origin: string
let user: TestUser
const files = () =>
  leadFiles(
    t,
    () => origin,
    () => user,
  )
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
})
beforeEach(async () => {
  user = await t.account({ credits: 10 })
})
afterAll(() => t.close())

const valuesIn = async (id: number, type: ListTypeId = 'people') =>
  (await t.call(leads, { params: { type, id }, body: { sort: 'added_at' } as never }, user)).body.data
    .toSorted((a, b) => a.id - b.id)
    .map(({ values: { added_at: _a, ...values } }) => values)
const totals = async (id: number) => {
  const { total, emails } = (await t.call(showList, { params: { id } }, user)).body.data
  return { total, emails }
}
const undo = (id: number, undo_token: number, type: ListTypeId = 'people') =>
  t.call(undoChange, { params: { type, id }, body: { undo_token } }, user)

describe('a small workbook with seven million rows', () => {
  it('is refused with an explanation by every call that reads it', async () => {
    const sheet = `<worksheet><sheetData>${'<row/>'.repeat(7_000_000)}</sheetData></worksheet>`
    const book = makeXlsx([['x']], { 'xl/worksheets/sheet1.xml': sheet })
    expect(book.length).toBeLessThan(100_000)
    const answers = [
      await files().inspect(book),
      await files().check(book, { mapping: {} }),
      await files().start(book, { mapping: {} }),
    ]
    for (const { status, error } of answers)
      expect([status, error.fields]).toEqual([
        422,
        { upload_id: expect.stringMatching(/^This workbook is too large/) },
      ])
  })
})

describe('exports of other products', () => {
  it('from Apollo become people without questions; unknown columns become custom fields', async () => {
    const { listId, counts } = await files().imported(APOLLO)
    expect(counts).toEqual({ imported: 2, merged: 0, rejected: 0 })
    const [ann, bo] = await valuesIn(listId)
    expect(ann).toMatchObject({
      name: 'Ann Lee',
      position: 'Head of Growth',
      company: 'Acorn Labs',
      email: 'ann@acornlabs.example',
      phone: '+15035550123',
      linkedin_url: 'https://www.linkedin.com/in/ann-lee-x',
      x_url: 'https://x.com/annlee',
      website: 'https://acornlabs.example',
      domain: 'acornlabs.example',
      city: 'Portland',
      region: 'Oregon',
      country: 'US',
      seniority: 'Head',
      department: 'Marketing',
      source: 'import',
      cf_email_status: 'Verified',
      cf_employees: 120,
    })
    expect(bo).toMatchObject({ name: 'Bo Öz', country: 'DE' })
    expect(await totals(listId)).toEqual({ total: 2, emails: 1 })
    expect((await t.call(userLimits, {}, user)).body.data).toMatchObject({ available: 10, spent: 0 })
  })

  it('from Hunter become email addresses of websites', async () => {
    const { listId } = await files().imported(HUNTER, { type: 'single' })
    expect(await valuesIn(listId, 'single')).toMatchObject([
      {
        name: 'Cem Ak',
        email: 'cem@cedar.example',
        domain: 'cedar.example',
        position: 'Account executive',
        department: 'sales',
        linkedin_url: 'https://www.linkedin.com/in/cem-ak',
        phone: '+442079460018',
        cf_confidence_score: 94,
      },
      { email: 'info@cedar.example' },
    ])
  })

  it('from GoHighLevel become businesses', async () => {
    const { listId } = await files().imported(GOHIGHLEVEL, { type: 'local' })
    expect(await valuesIn(listId, 'local')).toMatchObject([
      {
        name: 'Dow Dental',
        first_name: 'Dee',
        last_name: 'Dow',
        phone: '+15035550177',
        website: 'http://dowdental.example',
        street: '1 Main Street',
        region: 'OR',
        postal_code: '97201',
        country: 'US',
        cf_tags: 'vip',
        cf_contact_id: 'x1',
      },
    ])
  })
})

it('leads exported from this product come back unchanged, with custom fields', async () => {
  const first = await files().imported(
    `Name,Email,Phone,Website,Street,City,Country,Category,Latitude,Longitude,Facebook,Tags,Since
=SUM(A1),a@a.example,+351210000001,https://a.example/x?y=1,"1 Main Street, 2nd floor",Porto,Portugal,Bakery,41.15,-8.61,facebook.com/acorn,"a, b",2026-01-02
"Café ""Öz""",,,http://b.example,2 Oak Street,Porto,PT,,-1.5,0.25,,,
`,
    { type: 'local' },
  )
  expect(first.counts.imported).toBe(2)
  const { body } = await t.call(
    exportList,
    { body: { list_id: first.listId, provenance: true, bom: true } },
    user,
  )
  const csv = Buffer.from(await (await fetch(`${origin}${body.data.url}`)).arrayBuffer())
  const second = await files().imported(csv, { type: 'local' })
  expect([second.counts, second.run.counts.emptied]).toEqual([{ imported: 2, merged: 0, rejected: 0 }, 0])
  expect(await valuesIn(second.listId, 'local')).toEqual(await valuesIn(first.listId, 'local'))
  const names = (await t.call(customFields, {}, user)).body.data.map(({ name }) => name)
  expect(names).toEqual(['cf_since', 'cf_tags'])
})

describe('a file', () => {
  it('is shown with a guess for every column, and the last mapping is remembered', async () => {
    const file = 'Wer,Mail,Zahl,Tag,Seite,Leer\nAnn,ann@a.example,12,2026-01-02,https://a.example/x,\n'
    const first = (await files().inspect(file)).body.data
    expect(first).toMatchObject({ format: 'csv', encoding: 'utf-8', sheet: null, remembered: false })
    expect(first.columns.map(({ name, target }) => [name, target])).toEqual([
      ['Wer', { new_field: { label: 'Wer', kind: 'text' } }],
      ['Mail', { field: 'email' }],
      ['Zahl', { new_field: { label: 'Zahl', kind: 'number' } }],
      ['Tag', { new_field: { label: 'Tag', kind: 'date' } }],
      ['Seite', { new_field: { label: 'Seite', kind: 'url' } }],
      ['Leer', null],
    ])
    expect(first.columns[1]?.samples).toEqual(['ann@a.example'])
    await files().imported(file, { mapping: { Wer: { field: 'name' }, Tag: null } })
    const second = (await files().inspect(file)).body.data
    expect(second.remembered).toBe(true)
    expect(second.columns.map(({ target }) => target)).toEqual([
      { field: 'name' },
      { field: 'email' },
      { field: 'cf_zahl' },
      null,
      { field: 'cf_seite' },
      null,
    ])
    const names = (await t.call(customFields, {}, user)).body.data.map(({ name, kind }) => [name, kind])
    expect(names).toEqual([
      ['cf_seite', 'url'],
      ['cf_zahl', 'number'],
    ])
    expect((await files().inspect(file, 'single')).body.data.remembered).toBe(false)
  })

  it.each([
    ['nothing', ' \n \n', 'The file is empty'],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'image'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel workbook'],
    ['a broken workbook', Buffer.from('PK\x03\x04 nothing'), 'damaged'],
    ['10,000 columns', `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\n`, '10,000 columns'],
    ['an empty workbook', makeXlsx([]), 'empty'],
  ])('that is %s is refused with an explanation', async (_what, bytes, message) => {
    const answer = await files().inspect(bytes)
    expect([answer.status, answer.error.fields?.upload_id]).toEqual([422, expect.stringContaining(message)])
  })

  it('is recognized by its content, whatever its name', async () => {
    const book = makeXlsx([
      ['Name', 'Email', 'Since'],
      ['Ann', 'ann@a.example', { xml: '<c s="1"><v>45000</v></c>' }],
    ])
    expect((await files().inspect(book, 'people', 'a.csv')).body.data).toMatchObject({
      format: 'xlsx',
      sheet: 'Leads',
      columns: [{}, {}, { samples: ['2023-03-15'], target: { new_field: { kind: 'date' } } }],
    })
    expect(
      (await files().inspect('Name,Email\na,b@c.example\n', 'people', 'a.xlsx')).body.data,
    ).toMatchObject({
      format: 'csv',
    })
    const { listId, counts } = await files().imported(book, { name: 'a.csv' })
    expect(counts.imported).toBe(1)
    expect(await valuesIn(listId)).toMatchObject([{ name: 'Ann', cf_since: '2023-03-15' }])
  })

  it('may be in another encoding, with repeated headers', async () => {
    const text = 'Name;Email;Email\nJürgen Groß;j@a.example;x\n'
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'latin1')]) {
      const { listId } = await files().imported(bytes, { mapping: { 'Email (2)': null } })
      expect(await valuesIn(listId)).toMatchObject([{ name: 'Jürgen Groß', email: 'j@a.example' }])
    }
  })
})

describe('unreadable cells', () => {
  const FILE = `Name,Email,Phone,Website
Ann,not an address,+15035550123,https://a.example
Bo,bo@b.example,call me,
Cem,,,
Dee,dee@d.example,${'9'.repeat(1_000_000)},
`
  it('are listed by row and column before anything is imported', async () => {
    const { body } = await files().check(FILE)
    expect(body.data).toMatchObject({
      rows: 4,
      ready: 3,
      rejected: 1,
      problem_cells: 3,
      problem_rows: 3,
      reasons: [{ row: 4, reason: expect.stringContaining('a name with a company') }],
    })
    expect(body.data.problems.map(({ row, column, field }) => [row, column, field])).toEqual([
      [2, 'Email', 'email'],
      [3, 'Phone', 'phone'],
      [5, 'Phone', 'phone'],
    ])
    expect(body.data.problems[0]).toMatchObject({
      value: 'not an address',
      problem: expect.stringContaining('name@example.com'),
    })
    expect(body.data.problems[2]?.value.length).toBeLessThan(300)
  })

  it('are corrected, left empty or skipped with their row', async () => {
    const fixes = [{ row: 2, column: 'Email', value: 'ann@a.example' }]
    const fixed = await files().check(FILE, { fixes, dropped: [5] })
    expect(fixed.body.data).toMatchObject({ ready: 2, rejected: 2, problem_cells: 1 })
    const empty = await files().imported(FILE, { fixes, dropped: [5] })
    // A phone number that cannot be read keeps its text and is counted.
    const { emptied, raw_phones } = empty.run.counts
    expect([empty.counts, emptied, raw_phones]).toEqual([{ imported: 2, merged: 0, rejected: 2 }, 0, 1])
    expect(await valuesIn(empty.listId)).toMatchObject([
      { name: 'Ann', email: 'ann@a.example' },
      { name: 'Bo' },
    ])
    const dropped = await files().imported(FILE, { fixes, rest: 'drop' })
    expect(dropped.counts).toEqual({ imported: 1, merged: 0, rejected: 3 })
    const { body } = await t.call(leadImportRejected, { params: { run_id: dropped.run.id } }, user)
    const file = await fetch(`${origin}${body.data.url}`)
    const rows: Record<string, string>[] = parse(await file.text(), { columns: true })
    expect(rows.map(({ row, Name }) => [row, Name])).toEqual([
      ['3', 'Bo'],
      ['4', 'Cem'],
      ['5', 'Dee'],
    ])
    expect(rows[0]).toMatchObject({ reason: expect.stringContaining('Phone:'), Phone: 'call me' })
  })

  it('are not phones once their country is given', async () => {
    const file = 'Name,Email,Phone\nAnn,a@a.example,030 1234567\n'
    expect((await files().check(file)).body.data.problem_cells).toBe(1)
    expect((await files().check(file, { country: 'Germany' })).body.data.problem_cells).toBe(0)
    const { listId } = await files().imported(file, { country: 'DE' })
    expect(await valuesIn(listId)).toMatchObject([{ phone: '+49301234567' }])
  })

  it('in hostile files do no harm', async () => {
    const file = `Name,Email,Note\n"A\u0000nn\n\t<b>",a@a.example,\ud800\n=cmd|' /C calc'!A0,b@b.example,'=1+1\n`
    const { listId, counts } = await files().imported(file)
    expect(counts.imported).toBe(2)
    expect(await valuesIn(listId)).toMatchObject([
      { name: 'Ann <b>' },
      { name: "=cmd|' /C calc'!A0", cf_note: '=1+1' },
    ])
  })
})

describe('an invalid mapping', () => {
  it.each([
    [{ Name: { field: 'nothing' } }, 'no importable field "nothing"'],
    [{ Nobody: { field: 'name' } }, 'no column "Nobody"'],
    [{ Name: { field: 'email' }, Email: { field: 'email' } }, 'Both "Name" and "Email"'],
    [{ Name: null, Email: null }, 'Choose which column'],
    [{ Name: { field: 'email_state' } }, 'no importable field "email_state"'],
  ])('%j is refused', async (mapping, message) => {
    const answer = await files().start('Name,Email\na,a@a.example\n', { mapping: mapping as never })
    expect([answer.status, answer.error.fields?.mapping]).toEqual([422, expect.stringContaining(message)])
  })
})

describe('duplicate rows', () => {
  it('become one lead: the first wins, the others fill gaps', async () => {
    const { listId, counts } = await files().imported(
      'Name,Company,Email,LinkedIn,City\nAnn,Acme,ann@a.example,,\nA. Lee,Acme Inc,ANN@a.example,linkedin.com/in/annlee,Porto\nX,,,https://de.linkedin.com/in/AnnLee/,\n',
    )
    expect(counts).toEqual({ imported: 1, merged: 2, rejected: 0 })
    expect(await valuesIn(listId)).toMatchObject([
      { name: 'Ann', company: 'Acme', email: 'ann@a.example', city: 'Porto' },
    ])
  })

  it('of branches with one name in one city stay separate', async () => {
    const { counts } = await files().imported(
      'Name,Street,City,Website\nStar,1 Main Street,Portland,star.example\nStar,2 Oak St,Portland,star.example\nSTAR Inc,1 Main St.,Portland,\n',
      { type: 'local' },
    )
    expect(counts).toEqual({ imported: 2, merged: 1, rejected: 0 })
  })

  it("are merged with leads of the list by each field's merge policy", async () => {
    const old = { observed_at: '2020-01-01T00:00:00.000Z', source: 'test', method: 'x', confidence: 1 }
    const seeds = () => ({
      type: 'people' as const,
      leads: [
        {
          values: {
            name: 'Ann',
            email: 'ann@a.example',
            email_state: 'valid',
            city: 'Porto',
            position: 'CEO',
          },
          provenance: { default: old, fields: { city: { ...old, observed_at: '2030-01-01T00:00:00.000Z' } } },
        },
      ],
    })
    const file = 'Name,Email,City,Title,Phone\nAnna,ann@a.example,Lisbon,CTO,+15035550123\n'
    const merged = async (options: object) => {
      const { id } = await seedList(t, user, seeds())
      const { counts } = await files().imported(file, { into: id, dated: '2025-05-05T00:00:00Z', ...options })
      expect(counts).toEqual({ imported: 0, merged: 1, rejected: 0 })
      const [lead] = await valuesIn(id)
      return [lead?.name, lead?.city, lead?.position, lead?.phone, lead?.email_state]
    }
    expect(await merged({})).toEqual(['Ann', 'Porto', 'CEO', '+15035550123', 'valid'])
    user = await t.account()
    expect(await merged({ merge: 'newer' })).toEqual(['Anna', 'Porto', 'CTO', '+15035550123', 'valid'])
    user = await t.account()
    expect(await merged({ merge: 'always', merge_fields: { position: 'fill' } })).toEqual([
      ...['Anna', 'Lisbon', 'CEO', '+15035550123', 'valid'],
    ])
  })

  it('in two concurrent imports of one file become one lead each', async () => {
    const { id } = await seedList(t, user, { type: 'people', leads: [] })
    const rows = Array.from({ length: 1100 }, (_, n) => `P ${n},p${n}@a.example`)
    const file = `Name,Email\n${rows.join('\n')}\n`
    const [one, other] = await Promise.all([
      files().imported(file, { into: id }),
      files().imported(file, { into: id }),
    ])
    expect(one.counts.imported + other.counts.imported).toBe(1100)
    expect(one.counts.merged + other.counts.merged).toBe(1100)
    expect(await totals(id)).toEqual({ total: 1100, emails: 1100 })
  })

  it('restore leads from the trash', async () => {
    const file = 'Name,Email\nAnn,ann@a.example\n'
    const { listId } = await files().imported(file)
    await t.call(
      deleteLeads,
      { params: { type: 'people', id: listId }, body: { filters: {} } as never },
      user,
    )
    expect(await totals(listId)).toEqual({ total: 0, emails: 0 })
    const { counts, undo_token } = await files().imported(file, { into: listId })
    expect([counts, await totals(listId)]).toEqual([
      { imported: 1, merged: 0, rejected: 0 },
      { total: 1, emails: 1 },
    ])
    await undo(listId, undo_token as number)
    expect(await totals(listId)).toEqual({ total: 0, emails: 0 })
  })
})

describe('a list in the trash', () => {
  const file = 'Name,Email\nAnn,ann@a.example\n'
  const runsOf = async () =>
    (await t.app.database.pool.query('select id from run where account_id = $1', [user.accountId])).rows

  it('accepts no import until it is restored', async () => {
    const { id } = await seedList(t, user, { type: 'people' })
    await t.call(deleteList, { params: { id } }, user)
    const { status, error } = await files().start(file, { into: id })
    expect([status, error.message]).toEqual([409, 'This list is in the trash. Restore it first'])
    expect(await runsOf()).toEqual([])
    await t.call(restoreLists, { body: { resultIds: [id] } }, user)
    expect((await files().imported(file, { into: id })).counts.imported).toBe(1)
  })

  it('accepts no import that started as it was deleted', async () => {
    const { id } = await seedList(t, user, { type: 'people' })
    const actor = await getActor(t, user)
    const gate = halt()
    const removal = transaction(t.app.database.db, async () => {
      await deleteLists(t.app.ctx, actor, [id])
      await gate.pass()
    })
    await gate.reached
    const started = files().start(file, { into: id })
    await waitingForLock(t, 1)
    gate.open()
    await removal
    expect((await started).status).toBe(404)
    expect(await runsOf()).toEqual([])
  })
})

describe('undo', () => {
  it('reverts the whole import: new leads move to the trash, values are restored', async () => {
    const { id, leadIds } = await seedList(t, user, {
      type: 'people',
      leads: [
        { values: { name: 'Ann', email: 'ann@a.example', city: 'Porto' } },
        { values: { name: 'Bo', email: 'bo@a.example', city: 'Porto' } },
      ],
    })
    const before = await valuesIn(id)
    const people = Array.from({ length: 1050 }, (_, n) => `P ${n},p${n}@a.example,Rome`)
    // Ann is also in the second batch: her values are those from before the first.
    const { listId, undo_token, run } = await files().imported(
      `Name,Email,City\nAnne,ann@a.example,Lisbon\nBob,bo@a.example,Lisbon\n${people.join('\n')}\nAnnika,ann@a.example,Rome\n`,
      { into: id, merge: 'always' },
    )
    expect([listId, await totals(id)]).toEqual([id, { total: 1052, emails: 1052 }])
    expect((await valuesIn(id))[0]).toMatchObject({ name: 'Anne', city: 'Lisbon' })
    const edited = { params: { type: 'people' as const, id, resultId: leadIds[1] as number } }
    await t.call(editLead, { ...edited, body: { values: { city: 'Faro' } } }, user)

    const answer = await undo(id, undo_token as number)
    expect(answer.body).toMatchObject({ count: 1051, left: 1 })
    expect(await totals(id)).toEqual({ total: 2, emails: 2 })
    expect(await valuesIn(id)).toEqual([before[0], { ...before[1], name: 'Bob', city: 'Faro' }])
    expect((await undo(id, undo_token as number)).status).toBe(409)
    expect(await files().result(run.id)).toMatchObject({ undo_token: null, undone_at: expect.any(String) })
    const history = (await t.call(listHistory, { params: { id } }, user)).body.data.map(({ event }) => event)
    expect(history.slice(0, 3)).toEqual(['leads.undone', 'leads.edited', 'run.lead_import'])
  })

  it('is not offered when nothing changed', async () => {
    const { undo_token } = await files().imported('Name,Email\nAnn,\n', {})
    expect(undo_token).toBeNull()
  })
})

describe('an import under way', () => {
  const rows = Array.from({ length: 2100 }, (_, n) => `P ${n},p${n}@a.example\n`)

  /** Held after a batch or more, with batches to come. */
  async function held() {
    const connect = async () => {
      const client = new pg.Client(t.databaseUrl)
      await client.connect()
      return client
    }
    const lock = `select pg_advisory_xact_lock(hashtext('lead_import'), ${user.accountId})`
    const begin = async () => (await files().start(`Name,Email\n${rows.join('')}`)).body.data
    const runOf = async (id: number) => (await t.call(showRun, { params: { id } }, user)).body.data
    const { hold, started } = await holdBetweenBatches(
      { connect },
      lock,
      begin,
      async ({ run }) => ((await runOf(run.id)).counts.imported ?? 0) > 0,
    )
    const { undo_token } = await files().result(started.run.id)
    return { hold, runId: started.run.id, listId: started.list.id, undo_token: undo_token as number }
  }

  it('keeps what it has added when it is stopped, and that can be undone', async () => {
    const { hold, runId, listId, undo_token } = await held()
    await t.call(cancelRun, { params: { id: runId } }, user)
    await hold.release()
    const { state, counts } = await t.finished(runId, user)
    expect([state, (await totals(listId)).total]).toEqual(['cancelled', counts.imported])
    expect(counts.imported).toBeLessThan(rows.length)
    expect((await undo(listId, undo_token)).status).toBe(200)
    expect((await totals(listId)).total).toBe(0)
  })

  it('adds nothing more once it is undone', async () => {
    const { hold, runId, listId, undo_token } = await held()
    expect((await undo(listId, undo_token)).status).toBe(200)
    await hold.release()
    const error = { message: expect.stringContaining('undone') }
    expect(await t.finished(runId, user)).toMatchObject({ state: 'failed', error })
    expect((await totals(listId)).total).toBe(0)
    expect(await valuesIn(listId)).toEqual([])
  })
})

describe('the source of values', () => {
  it('is the file, with row and day', async () => {
    const { listId } = await files().imported('Name,Email\nAnn,ann@a.example\n', {
      dated: '2025-05-05T00:00:00Z',
    })
    const [lead] = (await t.call(leads, { params: { type: 'people', id: listId }, body: {} }, user)).body.data
    const params = { type: 'people' as const, id: listId, resultId: lead?.id as number }
    const { body } = await t.call(showLead, { params }, user)
    expect(body.data.provenance.email).toMatchObject({
      source: 'import',
      method: 'file',
      record: '2',
      observed_at: '2025-05-05T00:00:00.000Z',
    })
  })
})
