import { describe, expect, it } from 'vitest'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findForms } from './file-facts.ts'
import { guessMapping } from './guess-mapping.ts'

/** The fields of columns that have one, from a heading and rows separated by `|`. */
function fieldsOf(type: ListTypeId, heading: string, ...rows: string[]) {
  const names = heading.split('|')
  const columns = names.map((name, at) => ({ name, values: rows.map((row) => row.split('|')[at] ?? '') }))
  const { mapping } = guessMapping(type, [], columns)
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([column, target]) =>
      target && 'field' in target ? [[column, target.field]] : [],
    ),
  )
}

describe('a link to a page about a business', () => {
  it.each([
    'https://www.google.com/maps/search/?api=1&query=Oak',
    'https://maps.app.goo.gl/Ab1',
    'https://www.yelp.com/biz/oak-bakery',
    'https://www.yellowpages.com.au/oak',
    'https://www.gelbeseiten.de/gsbiz/1',
  ])('is not its website: %s', (link) => {
    const fields = fieldsOf(
      'local',
      'title|url|website|placeId',
      `Oak Bakery|${link}|https://oakbakery.example/|ChIJN1t_tDeuEmsRUsoyG83frY4`,
      `Fen Books|${link}2||ChIJN1t_tDeuEmsRUsoyG83frY5`,
      `Elm Cafe|${link}3||ChIJN1t_tDeuEmsRUsoyG83frY6`,
    )
    expect(fields).toEqual({ title: 'name', website: 'website', placeId: 'google_place_id' })
  })

  it('leaves a page of the business itself its website', () => {
    const fields = fieldsOf(
      'local',
      'name|url',
      'Oak|https://google-oak.example/maps',
      'Fen|fen.example/yelp',
    )
    expect(fields).toEqual({ name: 'name', url: 'website' })
  })
})

it('finds a domain under the names of a website where leads are domains', () => {
  expect(fieldsOf('single', 'Organization Name|Website', 'Oak|https://www.oak.example')).toEqual({
    'Organization Name': 'name',
    Website: 'domain',
  })
})

describe('headings of creators', () => {
  it.each([
    ['French', 'Nom|Pseudo|Plateforme|Abonnés|Taux d’engagement|Lien du profil'],
    ['Spanish', 'Nombre|Usuario|Plataforma|Seguidores|Tasa de engagement|Enlace del perfil'],
    ['German', 'Name|Benutzername|Plattform|Abonnenten|Interaktionsrate|Profil-Link'],
    ['Portuguese', 'Nome|Nome de usuário|Plataforma|Seguidores|Taxa de engajamento|Link do perfil'],
  ])('are read in %s', (_language, heading) => {
    const row = 'Ida Oak|oakprints|Instagram|12.400|2,35 %|https://www.instagram.com/oakprints/'
    expect(Object.values(fieldsOf('influencer', heading, row))).toEqual([
      'name',
      'handle',
      'platform',
      'followers',
      'engagement_rate',
      'profile_url',
    ])
  })
})

describe('headings that shops, events and sales teams export', () => {
  it('say whose address it is before what it is', () => {
    const heading =
      'Email|Default Address Company|Default Address City|Default Address Province Code|Default Address Country Code'
    expect(fieldsOf('people', heading, 'ida@oak.example|Oakworks|Portland|OR|US')).toEqual({
      Email: 'email',
      'Default Address Company': 'company',
      'Default Address City': 'city',
      'Default Address Province Code': 'region',
      'Default Address Country Code': 'country',
    })
  })

  it('name positions, seniority and opt-outs in other words', () => {
    const heading =
      'Vorname|Primäres Unternehmen|Jobbezeichnung|Management Level|Opted out of email: One to One'
    expect(fieldsOf('people', heading, 'Ida|Oakwerk GmbH|Leiterin Druck|Manager|true')).toEqual({
      Vorname: 'first_name',
      'Primäres Unternehmen': 'company',
      Jobbezeichnung: 'position',
      'Management Level': 'seniority',
      'Opted out of email: One to One': 'opted_out',
    })
  })

  it('may be a number or a consent: the values decide', () => {
    expect(fieldsOf('people', 'EMAIL|SMS', 'ida@oak.example|33612345678')).toMatchObject({ SMS: 'phone' })
    expect(fieldsOf('people', 'EMAIL|SMS', 'ida@oak.example|yes')).not.toHaveProperty('SMS')
    expect(fieldsOf('local', 'Firma|Internet', 'Oak GmbH|www.oak.example')).toMatchObject({
      Internet: 'website',
    })
    expect(fieldsOf('local', 'Firma|Internet', 'Oak GmbH|ja')).not.toHaveProperty('Internet')
  })
})

describe('a heading with a remark in brackets', () => {
  it('is what stands before it', () => {
    const heading = 'Nom|Ville (adresse postale)|Website (if any)|Adresse e-mail'
    expect(fieldsOf('people', heading, 'Ida|Lyon|oak.example|ida@oak.example')).toMatchObject({
      'Ville (adresse postale)': 'city',
      'Website (if any)': 'website',
    })
  })

  it('comes after the same without one if it is private', () => {
    const row = 'ida@oak.example|030 9018201|030 9018202'
    const fields = fieldsOf('people', 'E-Mail|Telefon (privat)|Telefon geschäftlich', row)
    expect(fields).toMatchObject({ 'Telefon geschäftlich': 'phone' })
  })
})

it('leaves the page of a company out of a person’s profile', () => {
  const heading = 'Full Name|Company LinkedIn|LinkedIn Profile Link'
  const row = 'Ida Oak|linkedin.com/company/oak|linkedin.com/in/ida-oak'
  expect(fieldsOf('people', heading, row)).toEqual({
    'Full Name': 'name',
    'LinkedIn Profile Link': 'linkedin_url',
  })
  expect(fieldsOf('people', 'Full Name|LinkedIn', 'Ida|linkedin.com/company/oak')).not.toHaveProperty(
    'LinkedIn',
  )
  expect(fieldsOf('local', 'Company|LinkedIn', 'Oak|linkedin.com/company/oak')).toHaveProperty('LinkedIn')
})

it.each([
  ['Portuguese', 'Nome Fantasia|Endereço|CEP|Segmento', 'Padaria Carvalho|Rua Longa|01001-000|Padaria'],
  ['French', 'Dénomination|Voie|CP|Activité', 'Chênes SARL|12 rue Longue|69001|Imprimerie'],
  ['German', 'Betriebsname|Straße|PLZ|Branche', 'Oakwerk GmbH|Lange Straße 12|10115|Druckerei'],
])('finds businesses and their kind in %s', (_language, heading, row) => {
  expect(Object.values(fieldsOf('local', heading, row))).toEqual([
    'name',
    'street',
    'postal_code',
    'category',
  ])
})

it('takes days with the name of a month for dates, and codes and times for text', () => {
  const kindOf = (...values: string[]) => {
    const columns = [
      { name: 'Email', values: values.map(() => 'ida@oak.example') },
      { name: 'Since', values },
    ]
    return guessMapping('people', [], columns).mapping.Since
  }
  expect(kindOf('03 Jan 2024', '12 Feb 2023')).toMatchObject({ new_field: { kind: 'date' } })
  expect(kindOf('2 de enero de 2024')).toMatchObject({ new_field: { kind: 'date' } })
  expect(kindOf('1.2.24', '1.10.3')).toMatchObject({ new_field: { kind: 'text' } })
  expect(kindOf('01-02-03')).toMatchObject({ new_field: { kind: 'text' } })
  expect(kindOf('Jan 02 2024 10:00 AM')).toMatchObject({ new_field: { kind: 'text' } })
})

it('believes the last row of a column as much as the first', () => {
  const grouped = Array.from({ length: 250 }, (_, n) => `${n + 1}.250`)
  expect(findForms(grouped).dots).toBe(false)
  expect(findForms([...grouped, '1.234.567']).dots).toBe(true)
  const shares = Array.from({ length: 250 }, (_, n) => `0.${n + 10}0`)
  expect(findForms(shares).percent).toBe(false)
  expect(findForms([...shares, '2.35']).percent).toBe(true)
})
