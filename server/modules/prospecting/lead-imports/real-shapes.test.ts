import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { createCustomField } from '#contract/leads/custom-fields.ts'
import { leads } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import {
  GOOGLE_CONTACTS,
  HUBSPOT,
  type ImportOptions,
  LINKEDIN,
  leadFiles,
  OUTLOOK,
} from '#server/testing/lead-files.ts'
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
/** The fields that columns were taken for, by column. */
async function fieldsOf(bytes: Buffer | string, type: ListTypeId = 'people') {
  const { columns } = (await files().inspect(bytes, type)).body.data
  return Object.fromEntries(
    columns.flatMap(({ name, target }) => (target && 'field' in target ? [[name, target.field]] : [])),
  )
}
async function rowsOf(bytes: Buffer | string, options: ImportOptions = {}) {
  const done = await files().imported(bytes, { new_fields: 'skip', ...options })
  return { ...done, rows: await valuesIn(done.listId, options.type) }
}

describe('a file from', () => {
  it('LinkedIn has notes before its header, and URL is a profile', async () => {
    const { rows, counts } = await rowsOf(LINKEDIN)
    expect(counts).toEqual({ imported: 2, merged: 0, rejected: 0 })
    expect(rows).toMatchObject([
      {
        name: 'Ida Quill',
        company: 'Quillworks',
        position: 'Head of Print',
        linkedin_url: 'https://www.linkedin.com/in/ida-quill-x',
      },
      { name: 'Tom Vale', email: 'tom@vale.example' },
    ])
    expect(rows.some((row) => 'website' in row)).toBe(false)
  })

  it('LinkedIn as a workbook is the same', async () => {
    const table = [
      ['Notes:'],
      ['Some addresses are missing.'],
      ['First Name', 'Last Name', 'URL', 'Company'],
      ['Ida', 'Quill', 'https://www.linkedin.com/in/ida-quill-x', 'Quillworks'],
    ]
    const { rows } = await rowsOf(makeXlsx(table))
    expect(rows).toMatchObject([{ name: 'Ida Quill', company: 'Quillworks' }])
  })

  it('Apollo gives the phone that its rows have', async () => {
    const file = `First Name,Last Name,Company,Email,Work Direct Phone,Corporate Phone,Country
Ann,Lee,Acorn,ann@acorn.example,,+1 503-226-0100,United States
Bo,Oz,Birch,bo@birch.example,,+49 30 901820,Germany
Cy,Ray,Cedar,cy@cedar.example,+1 503-226-0101,+1 503-226-0102,United States
`
    const { rows } = await rowsOf(file)
    expect(rows.map(({ phone }) => phone)).toEqual(['+15032260100', '+4930901820', '+15032260101'])
  })

  it('Apollo gives the better of two phone columns, and the other where it is empty', async () => {
    const file = `First Name,Last Name,Company,Email,Work Direct Phone,Corporate Phone
Ann,Lee,Acorn,ann@acorn.example,,+1 503-226-0100
Bo,Oz,Birch,bo@birch.example,+49 30 901820,+49 30 901821
Cy,Ray,Cedar,cy@cedar.example,+1 503-226-0101,
Di,Sol,Dorn,di@dorn.example,,+49 40 428380
`
    const { rows } = await rowsOf(file)
    expect(rows.map(({ phone }) => phone)).toEqual([
      '+15032260100',
      '+4930901820',
      '+15032260101',
      '+4940428380',
    ])
  })

  it('HubSpot', async () => {
    expect(await fieldsOf(HUBSPOT)).toMatchObject({
      'Associated Company': 'company',
      'Country/Region': 'country',
      'State/Region': 'region',
      'Mobile Phone Number': 'phone',
      'Job Title': 'position',
    })
  })

  it('Google Contacts, and numbered columns', async () => {
    expect(await fieldsOf(GOOGLE_CONTACTS)).toMatchObject({
      'Organization Name': 'company',
      'Organization Title': 'position',
      'E-mail 1 - Value': 'email',
      'Phone 1 - Value': 'phone',
      'Address 1 - City': 'city',
      'Website 1 - Value': 'website',
    })
    expect(await fieldsOf('Name,Phone 1,Phone 2,Email 1\nA,+4930901820,+4940428380,a@b.example\n')).toEqual({
      Name: 'name',
      'Phone 1': 'phone',
      'Email 1': 'email',
    })
  })

  it('Google Contacts with two numbers in a cell', async () => {
    const file = `Name,E-mail 1 - Value,Phone 1 - Value\nEva Dorn,eva@dorn.example,+49 40 428380 ::: +49 30 901820\n`
    const { rows, run } = await rowsOf(file)
    expect(rows).toMatchObject([{ phone: '+4940428380' }])
    expect(run.counts).toMatchObject({ raw_phones: 0 })
  })

  it('Outlook, whose Title is not a position', async () => {
    const file = `Title,First Name,Last Name,Company,Job Title\nMr.,Finn,Esk,Esk Ltd,Buyer\nMs.,Gia,Fen,Fen Ltd,Clerk\n`
    expect((await rowsOf(file)).rows.map(({ position }) => position)).toEqual(['Buyer', 'Clerk'])
  })

  it('Outlook', async () => {
    const { rows } = await rowsOf(OUTLOOK)
    expect(rows).toMatchObject([
      {
        name: 'Finn Esk',
        company: 'Esk Ltd',
        position: 'Buyer',
        city: 'Leeds',
        country: 'GB',
        phone: '+441134960000',
        email: 'finn@esk.example',
        website: 'https://esk.example',
      },
    ])
  })

  it.each([
    ['Spanish', 'Nombre,Apellidos,Correo electrónico,Teléfono,Empresa,Cargo,Ciudad,Provincia,País'],
    ['French', 'Prénom,Nom,Adresse e-mail,Téléphone,Entreprise,Poste,Ville,Département,Pays'],
    ['Italian', 'Nome,Cognome,Posta elettronica,Telefono,Azienda,Ruolo,Città,Regione,Paese'],
    ['Portuguese', 'Nome,Sobrenome,Correio,Telemóvel,Empresa,Função,Cidade,Distrito,País'],
  ])('%s headings', async (_language, header) => {
    const row = 'Ana,Silva,ana@acorn.example,+34 910 123 456,Acorn,Directora,Lugar,,ES'
    expect(Object.values(await fieldsOf(`${header}\n${row}\n`)).toSorted()).toEqual(
      ['city', 'company', 'country', 'email', 'first_name', 'last_name', 'phone', 'position', 'region']
        .filter((field) => field !== 'region')
        .concat('region')
        .toSorted(),
    )
  })

  it.each([
    ['Spanish', 'Razón social;Actividad;Número de teléfono;Dirección;Localidad;C.P.;País;Página web'],
    ['French', 'Raison sociale;Catégorie;Téléphone fixe;Adresse;Commune;CP;Pays;Site internet'],
    [
      'Italian',
      'Ragione sociale;Settore di attività;Numero di tel.;Indirizzo;Comune;CAP;Stato;Sito internet',
    ],
    [
      'Portuguese',
      'Nome da empresa;Categoria;N.º de telefone;Morada;Localidade;Código postal;País;Página web',
    ],
  ])('businesses with %s headings', async (_language, header) => {
    const row = 'Acorn;restaurant;910 123 456;Mayor 1;Madrid;28001;Spain;www.acorn.example'
    const { rows } = await rowsOf(`${header}\n${row}\n`, { type: 'local' })
    expect(rows).toMatchObject([
      {
        name: 'Acorn',
        category: 'amenity/restaurant',
        phone: '+34910123456',
        street: 'Mayor 1',
        city: 'Madrid',
        postal_code: '28001',
        country: 'ES',
        domain: 'acorn.example',
      },
    ])
  })

  it('an unknown product without headings: values identify emails, profiles and numbers', async () => {
    const file = `Who,A,B,C
Ann Lee,ann@acorn.example,https://www.linkedin.com/in/ann-lee-x,+49 30 901820
`
    expect(await fieldsOf(file)).toEqual({ A: 'email', B: 'linkedin_url', C: 'phone' })
  })
})

describe('custom fields', () => {
  const wide = (count: number) => {
    const extra = Array.from({ length: count }, (_, n) => `Extra ${n}`)
    return `Name,Email,${extra.join(',')}\nAnn,ann@acorn.example,${extra.map(() => 'x').join(',')}\n`
  }

  it('are created for more than ten columns on request', async () => {
    const refused = await files().start(wide(11))
    expect([refused.status, refused.error?.fields]).toEqual([
      422,
      { new_fields: expect.stringContaining('11 custom fields: Extra 0') },
    ])
    const skipped = await rowsOf(wide(11), { new_fields: 'skip' })
    expect(Object.keys(skipped.rows[0] ?? {}).filter((name) => name.startsWith('cf_'))).toEqual([])
    const made = await rowsOf(wide(12), { new_fields: 'make' })
    expect(Object.keys(made.rows[0] ?? {}).filter((name) => name.startsWith('cf_'))).toHaveLength(12)
    expect((await files().start(wide(10))).status).toBe(201)
  })

  it('that end in "source" are reimported from an export, with either kind of heading', async () => {
    for (const label of ['First source', 'Close date'])
      expect((await t.call(createCustomField, { body: { label } }, user)).status).toBe(201)
    const file =
      'Name,Email,First source,Close date\nAnn Lee,ann@acorn.example,Fair,soon\nBo Oz,bo@birch.example,Web,later\n'
    const first = await rowsOf(file, { new_fields: 'make' })
    for (const headings of ['fields', 'labels'] as const) {
      const body = { list_id: first.listId, provenance: true, headings }
      const ticket = await t.call(exportList, { body }, user)
      const exported = await (await fetch(`${origin}${ticket.body.data.url}`)).text()
      const second = await rowsOf(exported, { new_fields: 'skip' })
      expect(second.rows).toEqual(first.rows)
    }
  })

  it('named like the source of another field are reimported too', async () => {
    const labels = ['First', 'First source', 'First date', 'Email source']
    for (const label of labels)
      expect((await t.call(createCustomField, { body: { label } }, user)).status).toBe(201)
    const file = `Name,Email,${labels.join(',')}\nAnn Lee,ann@acorn.example,a,b,c,d\nBo Oz,bo@birch.example,,f,g,\n`
    const first = await rowsOf(file, { new_fields: 'skip' })
    expect(first.rows[0]).toMatchObject({
      cf_first: 'a',
      cf_first_source: 'b',
      cf_first_date: 'c',
      cf_email_source: 'd',
    })
    for (const headings of ['fields', 'labels'] as const)
      for (const provenance of [true, false]) {
        const ticket = await t.call(
          exportList,
          { body: { list_id: first.listId, provenance, headings } },
          user,
        )
        const exported = await (await fetch(`${origin}${ticket.body.data.url}`)).text()
        expect((await rowsOf(exported, { new_fields: 'skip' })).rows).toEqual(first.rows)
      }
  })
})

describe('phone numbers', () => {
  const file = `Name,Email,Phone,State,Country
Ann,ann@acorn.example,(503) 226-0100,OR,
Bo,bo@birch.example,030 901820,Bayern,
Cy,cy@cedar.example,(503) 226-0102,,
Di,di@dorn.example,123,,Germany
`
  it('are parsed by their state, and kept unchanged without a country', async () => {
    const { rows, run } = await rowsOf(file)
    expect(rows.map(({ phone }) => phone)).toEqual(['+15032260100', '+4930901820', '(503) 226-0102', '123'])
    expect(run.counts).toMatchObject({ emptied: 0, raw_phones: 2, need_country: 1 })
    const { problems, need_country } = (await files().check(file)).body.data
    expect(need_country).toBe(1)
    expect(problems.map(({ row, value, kept_as: keptAs }) => [row, value, keptAs])).toEqual([
      [4, '(503) 226-0102', 'needs_country'],
      [5, '123', 'unreadable'],
    ])
  })

  it('use the given country', async () => {
    const { rows, run } = await rowsOf(file, { country: 'US' })
    expect(rows[2]?.phone).toBe('+15032260102')
    expect(run.counts).toMatchObject({ need_country: 0 })
  })
})
