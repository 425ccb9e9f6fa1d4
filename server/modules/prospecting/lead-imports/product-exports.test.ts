import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { leadFiles } from '#server/testing/lead-files.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

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

async function read(file: string, type: ListTypeId = 'people') {
  const done = await files().imported(file, { type, new_fields: 'make' })
  const body = { sort: 'added_at' } as never
  const { data } = (await t.call(leads, { params: { type, id: done.listId }, body }, user)).body
  return { ...done, rows: data.toSorted((a, b) => a.id - b.id).map(({ values }) => values) }
}

describe('an export with grouped headings', () => {
  it('of people gives name, company, position and whichever email there is', async () => {
    const file = `Person - Name,Person - Label,Person - Organization,Person - Title,Person - Email - Work,Person - Email - Other,Person - Phone - Work,Person - Phone - Mobile,Person - Owner
Ida Oak,Warm,Oakworks GmbH,Head of Print,ida@oak.example,i@mailbox.example,+49 30 9018 2010,,Sam
Mia Fen,Cold,Fen Ltd,Buyer,,mia@fen.example,,+44 20 7946 0123,Sam
`
    const { rows, counts } = await read(file)
    expect(counts).toEqual({ imported: 2, merged: 0, rejected: 0 })
    expect(rows).toMatchObject([
      {
        name: 'Ida Oak',
        company: 'Oakworks GmbH',
        position: 'Head of Print',
        email: 'ida@oak.example',
        cf_person_email_other: 'i@mailbox.example',
      },
      { name: 'Mia Fen', email: 'mia@fen.example', phone: '+442079460123' },
    ])
  })

  it('uses the calling code and the country beside a phone', async () => {
    const file = `Name / First Name,Name / Last Name,Emails / Primary Email,Emails / Additional Emails,Phones / Primary Phone Number,Phones / Primary Phone Country Code,Phones / Primary Phone Calling Code,Company / Name
Ana,Rey,ana@rey.example,[],612345670,ES,+34,Rey SL
Ben,Cole,ben@cole.example,[],2015550120,US,,Cole Inc
`
    const { rows } = await read(file)
    expect(rows).toMatchObject([
      { name: 'Ana Rey', company: 'Rey SL', phone: '+34612345670' },
      { name: 'Ben Cole', company: 'Cole Inc', phone: '+12015550120' },
    ])
  })

  it.each(['Mailing', 'Billing'])('takes the %s address; a fax is no phone', async (kind) => {
    const file = `"First Name","Last Name","Account Name","${kind} Street","${kind} City","${kind} State/Province","${kind} Zip/Postal Code","${kind} Country","Fax","Mobile","Email"
"Jan","Moor","Moor GmbH","Lange Straße 1","Köln","Nordrhein-Westfalen","50667","Germany","+49 221 99580","0151 23456780","jan@moor.example"
`
    const address = { street: 'Lange Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' }
    expect((await read(file)).rows).toMatchObject([
      { name: 'Jan Moor', company: 'Moor GmbH', phone: '+4915123456780', ...address },
    ])
  })

  it('of accounts gives businesses', async () => {
    const file = `"Account Name","Billing Street","Billing City","Billing Country","Phone","Website"\n"Oak Freight","1 Pine St","Seattle","United States","(206) 555-0130","oak.example"\n`
    expect((await read(file, 'local')).rows).toMatchObject([
      {
        name: 'Oak Freight',
        street: '1 Pine St',
        city: 'Seattle',
        phone: '+12065550130',
        domain: 'oak.example',
      },
    ])
  })
})

it.each([
  ['Firmenname,Ansprechpartner,Telefonnummer,emailadresse,Strasse/Nr', 'company name phone email street'],
  ['Unternehmensname,Ansprechpartner,Handynummer,E-Mail,Anschrift', 'company name phone email street'],
  ['Nom du compte,Nom du contact,N° de téléphone,Courriel,Adresse', 'company name phone email street'],
  ['Empresa,Persona de contacto,Teléfono fijo,Correo,Dirección', 'company name phone email street'],
  ['Azienda,Referente,Cellulare,Posta elettronica,Indirizzo', 'company name phone email street'],
  ['Account Name,Contact Name,Tel. (office),Work Email,complete_address', 'company name phone email street'],
])('the headings %s are known', async (heading, fields) => {
  const file = `${heading}\nOak,Ann Lee,+49 30 901820,ann@oak.example,Way 1\n`
  const { columns } = (await files().inspect(file)).body.data
  expect(columns.map(({ target }) => target && 'field' in target && target.field)).toEqual(fields.split(' '))
  expect(columns[0]?.reason).toMatch(/^Heading and values fit Company: \d+ of 100$/)
})

it('a scraper’s title is a business’s name', async () => {
  const file = 'title,category,complete_address,phone\nOak Bakery,bakery,Way 1,+49 30 901820\n'
  expect((await read(file, 'local')).rows).toMatchObject([{ name: 'Oak Bakery', street: 'Way 1' }])
})

it('a fifth of the cells may be dirty', async () => {
  const row = (n: number) =>
    `P${n},${n % 5 === 0 ? 'call first' : `p${n}@oak.example`},${n % 5 === 0 ? '?' : `+49 30 9018${n}0`}`
  const file = `Who,A,B\n${Array.from({ length: 20 }, (_, n) => row(n + 20)).join('\n')}\n`
  const { columns } = (await files().inspect(file)).body.data
  expect(columns.slice(1).map(({ target }) => target)).toEqual([{ field: 'email' }, { field: 'phone' }])
})

it('a person with a name and a phone only is a lead, once', async () => {
  const { counts } = await read('Name,Phone\nAnn Lee,+49 30 901820\nAnn Lee,+4930901820\nBo Oz,+4930901820\n')
  expect(counts).toEqual({ imported: 2, merged: 1, rejected: 0 })
})

it.each([
  ['Ann Lee <ann@oak.example>', 'ann@oak.example'],
  ['"""Lee, Ann"" <ann@oak.example>"', 'ann@oak.example'],
  ["'ann@oak.example'", 'ann@oak.example'],
  ['ann@oak.example.', 'ann@oak.example'],
  ['Ann Lee (ann@oak.example)', 'ann@oak.example'],
])('the email cell %s is read', async (cell, email) => {
  expect((await read(`Name,E-mail\nAnn,${cell}\n`)).rows).toMatchObject([{ email }])
})

it('placeholders are nothing', async () => {
  const { rows, run } = await read('Name,E-mail,Company,Note\nAnn,Upgrade to reveal,Oak,n/a\nBo,[],Oak,x\n')
  expect([rows.map(({ email, cf_note }) => [email, cf_note]), run.counts.emptied]).toEqual([
    [
      [undefined, undefined],
      [undefined, 'x'],
    ],
    0,
  ])
})
