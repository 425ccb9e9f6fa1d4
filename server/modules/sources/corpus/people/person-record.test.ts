import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PERSON_FIELDS, type PersonField } from '#contract/sources/person-fields.ts'
import { profileUrl } from '#server/modules/core/normalise/index.ts'
import { openData } from '#server/testing/open-data.ts'
import { companyKey } from './company-key.ts'
import { type PersonInput, toPerson } from './person-record.ts'

type Raw = Partial<Record<PersonField, string>>

function person(raw: Raw): PersonInput {
  const result = toPerson(raw)
  if (!result.ok) throw new Error(result.reason)
  return result.person
}

describe('a person', () => {
  it('is built from a row', () => {
    expect(
      person({
        first_name: 'Zoë',
        last_name: 'Müller',
        position: 'Geschäftsführerin & Gründerin',
        company: 'Müller & Söhne GmbH & Co. KG',
        website: 'www.mueller-soehne.de',
        email: 'Zoe.Mueller@Mueller-Soehne.DE',
        phone: '0911 604237',
        linkedin_url: 'https://de.linkedin.com/in/Zoe-Mueller/?trk=x',
        github_url: '@zoem',
        city: 'Nürnberg',
        state: 'Bayern',
        country: 'Deutschland',
        keywords: 'CRM; SaaS',
      }),
    ).toMatchObject({
      sourceKey: 'email:zoe.mueller@mueller-soehne.de',
      name: 'Zoë Müller',
      seniorities: ['owner', 'c_level'],
      website: 'http://www.mueller-soehne.de',
      domain: 'mueller-soehne.de',
      email: 'zoe.mueller@mueller-soehne.de',
      phone: '+49911604237',
      linkedinUrl: 'https://www.linkedin.com/in/zoe-mueller',
      githubUrl: 'https://github.com/zoem',
      city: 'Nürnberg',
      region: 'Bavaria',
      country: 'DE',
      companyKey: ' muller sohne ',
      search: expect.stringContaining('zoe muller'),
    })
  })

  it.each<[string, Raw, Partial<PersonInput>]>([
    [
      'a name in two columns, the last one called name',
      { first_name: 'Anna', name: 'Berg', company: 'A' },
      { name: 'Anna Berg' },
    ],
    [
      'a whole name beside its first',
      { first_name: 'Anna', name: 'Anna Berg', company: 'A' },
      { name: 'Anna Berg' },
    ],
    [
      'one location',
      { name: 'A', location: 'Austin, TX' },
      { city: 'Austin', region: 'Texas', country: 'US' },
    ],
    [
      'a state of the letters of a country',
      { name: 'A', location: 'San Jose, CA' },
      { city: 'San Jose', region: 'California', country: 'US' },
    ],
    [
      'three parts',
      { name: 'A', location: 'München, Bayern, Deutschland' },
      { city: 'München', region: 'Bavaria', country: 'DE' },
    ],
    [
      'a city alone, of which nobody says where',
      { name: 'A', location: 'Paris' },
      { city: 'Paris', country: null },
    ],
    ['a country alone', { name: 'A', location: 'Spanien' }, { city: null, country: 'ES' }],
    [
      'a region',
      { name: 'A', location: 'Bavaria, Germany' },
      { city: null, region: 'Bavaria', country: 'DE' },
    ],
    [
      'a location in the column of cities',
      { name: 'A', city: 'Lyon, France' },
      { city: 'Lyon', country: 'FR' },
    ],
    [
      'a location that is none',
      { name: 'A', location: 'Remote' },
      { city: null, country: null, areaKey: ' remote ' },
    ],
    [
      'a profile in the column of websites',
      { name: 'A', website: 'https://www.linkedin.com/in/anna' },
      { linkedinUrl: 'https://www.linkedin.com/in/anna', website: null },
    ],
    ['a stated level', { name: 'A', position: 'Ninja', seniority: 'C-Suite' }, { seniorities: ['c_level'] }],
    [
      'a shared address',
      { name: 'A', company: 'Acme', email: 'info@acme.test' },
      { email: 'info@acme.test', ownEmail: null, sourceKey: 'name:a|acme' },
    ],
    ['an id', { id: ' 7 ', name: 'A' }, { sourceKey: '7' }],
    [
      'what means nothing',
      { name: 'A', company: 'Acme', email: 'call me', phone: 'x', linkedin_url: 'https://acme.test' },
      {
        email: null,
        phone: null,
        linkedinUrl: null,
        raw: { email: 'call me', phone: 'x', linkedin_url: 'https://acme.test' },
      },
    ],
    ['control characters', { name: 'An\u0000na', company: '\u202eAcme' }, { name: 'Anna' }],
    ['a formula', { name: "'=SUM(A1)", company: 'A' }, { name: '=SUM(A1)' }],
    ['another script', { name: '徐俊杰', company: '百度' }, { name: '徐俊杰', companyKey: ' 百度 ' }],
  ])('may come as %s', (_what, raw, expected) => {
    expect(person({ position: 'Director', ...raw })).toMatchObject(expected)
  })

  it.each<[Raw, RegExp]>([
    [{ email: 'a@b.test' }, /no name/],
    [{ name: ' - ', first_name: '' }, /no name/],
    [{ name: 'Anna Berg' }, /nothing but a name/],
    [{ name: 'A'.repeat(501), company: 'A' }, /name is longer than 500/],
    [{ id: 'i'.repeat(201), name: 'A' }, /id is longer than 200/],
    [{ name: 'A', company: 'A', keywords: 'k'.repeat(2049) }, /keywords is longer than 2048/],
  ])('is refused: %j', (raw, reason) => {
    const result = toPerson(raw)
    expect(result.ok ? null : result.reason).toMatch(reason)
  })

  it.each([
    ['linkedin_url', 'company'],
    ['github_url', 'Orgs'],
    ['x_url', '@i'],
  ])('has no profile in %s from an address of the network itself: %s', (field, text) => {
    const made = toPerson({ name: 'A', company: 'B', [field]: text })
    if (!made.ok) throw new Error(made.reason)
    const { linkedinUrl, githubUrl, xUrl } = made.person
    expect([linkedinUrl, githubUrl, xUrl]).toEqual([null, null, null])
  })

  it('is refused or built from any text, with the same result each time', () => {
    const texts = fc.record(
      Object.fromEntries(
        PERSON_FIELDS.map((field) => [field, fc.option(fc.string({ unit: 'binary' }), { nil: undefined })]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(fc.property(texts, (raw) => checkAgain(raw as Raw)))
  })

  it('is the same for every naughty string', () => {
    const file = openData('security/blns/blns.json')
    const texts = file
      ? (JSON.parse(readFileSync(file, 'utf8')) as string[])
      : ['‮', '\u0000', "Robert'); DROP"]
    for (const text of texts)
      for (const field of PERSON_FIELDS) checkAgain({ name: 'A', company: 'B', [field]: text })
  })
})

/** A person that was stored and exported comes back as the same person. */
function checkAgain(raw: Raw): void {
  const first = toPerson(raw)
  if (!first.ok) {
    expect(first.reason).not.toBe('')
    return
  }
  const { person: once } = first
  const second = toPerson({
    id: once.sourceKey.slice(0, 200),
    name: once.name,
    position: once.position ?? '',
    company: once.company ?? '',
    website: once.website ?? '',
    email: once.email ?? '',
    phone: once.phone ?? '',
    linkedin_url: once.linkedinUrl ?? '',
    github_url: once.githubUrl ?? '',
    x_url: once.xUrl ?? '',
    country: once.country ?? '',
  })
  if (!second.ok) throw new Error(second.reason)
  const { name, position, company, website, email, phone, linkedinUrl, githubUrl, xUrl, country } =
    second.person
  expect({ name, position, company, website, email, phone, linkedinUrl, githubUrl, xUrl, country }).toEqual({
    name: once.name,
    position: once.position,
    company: once.company,
    website: once.website,
    email: once.email,
    phone: once.phone,
    linkedinUrl: once.linkedinUrl,
    githubUrl: once.githubUrl,
    xUrl: once.xUrl,
    country: once.country,
  })
  expect([second.person.titleKey, second.person.companyKey]).toEqual([once.titleKey, once.companyKey])
  for (const text of Object.values(once)) if (typeof text === 'string') expect(text).not.toContain('\0')
}

describe('company names', () => {
  it.each([
    ['Chainguard, Inc', 'chainguard'],
    ['Müller & Co. KG', 'muller'],
    ['Société Générale S.A.', 'societe generale'],
    ['Acme Sp. z o.o.', 'acme'],
    ['ACME S.A. de C.V.', 'acme'],
    ['Softdrive Technologies Group Inc.', 'softdrive technologies group'],
    ['Inc.', 'inc'],
    ['Red Hat', 'red hat'],
    ['Philips N.V.', 'philips'],
  ])('%j is %j', (name, key) => {
    expect(companyKey(name)).toBe(key)
    expect(companyKey(key)).toBe(key)
  })
})

describe('profiles', () => {
  it.each<[string, Parameters<typeof profileUrl>[1], string | null]>([
    ['linkedin.com/in/anna-berg?x=1', 'linkedin', 'https://www.linkedin.com/in/anna-berg'],
    ['in/anna-berg/', 'linkedin', 'https://www.linkedin.com/in/anna-berg'],
    ['anna-berg', 'linkedin', 'https://www.linkedin.com/in/anna-berg'],
    ['https://www.linkedin.com/company/acme', 'linkedin', null],
    ['https://notlinkedin.com/in/anna', 'linkedin', null],
    ['https://www.linkedin.com/in/j%C3%B6rg', 'linkedin', 'https://www.linkedin.com/in/jörg'],
    ['aojea', 'github', 'https://github.com/aojea'],
    ['https://github.com/BenTheElder', 'github', 'https://github.com/bentheelder'],
    ['github.com/orgs/acme', 'github', null],
    ['@anna', 'x', 'https://x.com/anna'],
    ['https://twitter.com/Anna/status/1', 'x', 'https://x.com/anna'],
    ['javascript:alert(1)', 'x', null],
    ['n/a', 'github', null],
  ])('%j on %s', (raw, network, url) => {
    expect(profileUrl(raw, network)).toBe(url)
  })
})
