import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { suppressions } from '#contract/privacy/suppression.ts'
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

describe('an export', () => {
  it('of a mailing list has the country of its phones in CC', async () => {
    const file = `Email Address,First Name,Last Name,Phone Number,Company,CC,REGION
ada@oak.example,Ada,Oak,(508) 555-0103,Oak LLC,US,MA
gil@fen.example,Gil,Fen,030 9018 2010,,DE,
`
    expect((await read(file)).rows).toMatchObject([
      { name: 'Ada Oak', company: 'Oak LLC', phone: '+15085550103', country: 'US' },
      { name: 'Gil Fen', phone: '+493090182010', country: 'DE' },
    ])
  })

  it('of OpenStreetMap has the number beside the street, which stays if there is no street', async () => {
    const file = `name,addr:street,addr:housenumber,addr:postcode,addr:city,addr:country
Oak Bakery,Lange Straße,12,10115,Berlin,DE
Fen Books,Main Street,40,97209,Portland,US
`
    expect((await read(file, 'local')).rows).toMatchObject([
      { name: 'Oak Bakery', street: 'Lange Straße 12', postal_code: '10115', city: 'Berlin', country: 'DE' },
      { name: 'Fen Books', street: '40 Main Street' },
    ])
    user = await t.account({ credits: 10 })
    const alone = 'name,housenumber,city\nOak Bakery,12,Berlin\n'
    expect((await read(alone, 'local')).rows).toMatchObject([{ name: 'Oak Bakery', cf_housenumber: 12 }])
    user = await t.account({ credits: 10 })
    const people = 'name,company,street,housenumber\nIda Oak,Oak GmbH,Lange Straße,12\n'
    expect((await read(people)).rows).toMatchObject([
      { name: 'Ida Oak', cf_street: 'Lange Straße', cf_housenumber: 12 },
    ])
  })

  it.each(['Maintainer', 'Employee', 'Speaker'])('names people as %s Name', async (word) => {
    const file = `Project,${word} Name,Company\nKite,Ida Oak,Oak GmbH\nLoom,Mia Fen,Fen Ltd\n`
    expect((await read(file)).rows).toMatchObject([
      { name: 'Ida Oak', company: 'Oak GmbH', cf_project: 'Kite' },
      { name: 'Mia Fen', company: 'Fen Ltd' },
    ])
    user = await t.account({ credits: 10 })
    expect((await read(file, 'local')).rows).toMatchObject([{ name: 'Oak GmbH' }, { name: 'Fen Ltd' }])
  })
})

describe('rates of creators', () => {
  const ratesOf = async (heading: string, ...rates: string[]) => {
    user = await t.account({ credits: 10 })
    const rows = rates.map((rate, n) => `oak${n},Instagram,https://www.instagram.com/oak${n}/,${rate}`)
    const { rows: stored } = await read(
      `Username,Platform,Profile URL,${heading}\n${rows.join('\n')}\n`,
      'influencer',
    )
    return stored.map(({ engagement_rate }) => engagement_rate)
  }

  it('are shares, or percents by their sign, their heading or a number above 1 anywhere in the column', async () => {
    expect(await ratesOf('Engagement rate', '0.0235', '0.8')).toEqual([0.0235, 0.8])
    expect(await ratesOf('Engagement rate', '2.35%', '0.8 %')).toEqual([0.0235, 0.008])
    expect(await ratesOf('Engagement rate', '2.35', '0.8')).toEqual([0.0235, 0.008])
    expect(await ratesOf('Engagement rate (%)', '0.9', '0.8')).toEqual([0.009, 0.008])
    const late = await ratesOf(
      'Engagement rate',
      ...Array.from({ length: 250 }, (_, n) => `0.${n + 10}0`),
      '2.35',
    )
    expect(late.length).toBeGreaterThan(0)
    expect(Math.max(...late.map(Number))).toBeLessThan(0.03)
  })
})

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

  it.each(['Mailing', 'Billing'])(
    'takes the %s address; a fax is no phone, a postal code no number',
    async (kind) => {
      const file = `"First Name","Last Name","Account Name","${kind} Street","${kind} City","${kind} Zip/Postal Code","${kind} Country","Fax","Mobile"
"Jan","Moor","Moor GmbH","Weg 1","Köln","50667","Germany","+49 221 99580","0151 23456780"
`
      const known = { city: 'Köln', country: 'DE', phone: '+4915123456780' }
      const own = { [`cf_${kind.toLowerCase()}_zip_postal_code`]: '50667' }
      expect((await read(file)).rows).toMatchObject([
        { name: 'Jan Moor', company: 'Moor GmbH', ...known, ...own },
      ])
      user = await t.account({ credits: 10 })
      expect((await read(file, 'local')).rows).toMatchObject([
        { name: 'Moor GmbH', first_name: 'Jan', street: 'Weg 1', postal_code: '50667', ...known },
      ])
    },
  )

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
  'Firmenname,Ansprechpartner,Telefonnummer,emailadresse,Ort',
  'Unternehmensname,Ansprechpartner,Handynummer,E-Mail,Stadt',
  'Nom du compte,Nom du contact,N° de téléphone,Courriel,Ville',
  'Empresa,Persona de contacto,Teléfono fijo,Correo,Ciudad',
  'Azienda,Referente,Cellulare,Posta elettronica,Città',
  'Empresa,Contato,Telemóvel,E-mail,Cidade',
  'Account Name,Contact Name,Tel. (office),Work Email,Mailing City',
])('the headings %s are known', async (heading) => {
  const file = `${heading}\nOak,Ann Lee,+49 30 901820,ann@oak.example,Bonn\n`
  const { columns } = (await files().inspect(file)).body.data
  const fields = columns.map(({ target }) => target && 'field' in target && target.field)
  expect(fields).toEqual(['company', 'name', 'phone', 'email', 'city'])
  expect(columns[0]?.reason).toMatch(/^Heading and values fit Company: \d+ of 100$/)
})

it.each(['Strasse/Nr', 'Anschrift', 'complete_address'])('%s is a street', async (heading) => {
  expect((await read(`Name,${heading}\nOak,Way 1\n`, 'local')).rows).toMatchObject([{ street: 'Way 1' }])
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

it('placeholders of other products’ exports are no values', async () => {
  const { rows, run } = await read('Name,E-mail,Company,Note\nAnn,Upgrade to reveal,Oak,n/a\nBo,[],Oak,x\n')
  expect([rows.map(({ email, cf_note }) => [email, cf_note]), run.counts.emptied]).toEqual([
    [
      [undefined, undefined],
      [undefined, 'x'],
    ],
    0,
  ])
})

describe('a column of people who have opted out', () => {
  const FILE = `First Name,Last Name,Email,Company,Email Opt Out,Unsubscribed
Ann,Lee,ann@oak.example,Oak,0,
Bo,Oz,bo@oak.example,Oak,1,true
`
  it('leaves them out, and the check says how many', async () => {
    expect((await files().check(FILE)).body.data).toMatchObject({ ready: 1, rejected: 1, opted_out: 1 })
    const { counts, reasons } = await read(FILE)
    expect([counts.imported, reasons]).toEqual([1, [{ reason: 'The person has opted out', rows: 1 }]])
  })

  it('counts a yes of any of several such columns', async () => {
    const file = FILE.replace('oak.example,Oak,1,true', 'oak.example,Oak,0,true')
    expect((await files().check(file)).body.data).toMatchObject({ ready: 1, opted_out: 1 })
    expect((await files().imported(file)).counts.imported).toBe(1)
  })

  it('puts them on the suppression list on request, or imports them', async () => {
    await files().imported(FILE, { opted_out: 'suppress' })
    const { data } = (await t.call(suppressions, {}, user)).body
    expect(data.map(({ value }) => value)).toEqual(['bo@oak.example'])
    user = await t.account({ credits: 10 })
    expect((await files().imported(FILE, { opted_out: 'import' })).counts.imported).toBe(2)
  })
})

describe('a further column of phones', () => {
  it('is kept and listed where its number needs a country', async () => {
    const file = `Name,Email,Company,Phone,Mobile
Ann Lee,ann@oak.example,Oak,+49 30 901820,
Bo Oz,bo@oak.example,Oak,,(503) 226-0144
`
    expect((await files().check(file)).body.data).toMatchObject({
      need_country: 1,
      problems: [{ row: 3, column: 'Mobile', field: 'phone', kept_as: 'needs_country' }],
    })
    expect((await read(file)).rows.map(({ phone }) => phone)).toEqual(['+4930901820', '(503) 226-0144'])
    expect((await files().check(file, { country: 'US' })).body.data).toMatchObject({ problem_cells: 0 })
  })
})

describe('a person without company, email and phone', () => {
  it('is known by a profile, and is the same in the next file', async () => {
    const file = `Name,GitHub,Company
Ann Lee,https://github.com/ann-lee,
Ann Lee,https://github.com/ann-lee,
Ann Lee,https://github.com/other-ann,
Bo Oz,,
`
    const { counts, listId } = await read(file)
    expect(counts).toEqual({ imported: 2, merged: 1, rejected: 1 })
    expect((await files().imported(file, { into: listId })).counts).toMatchObject({ imported: 0, merged: 3 })
  })
})
