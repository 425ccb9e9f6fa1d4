import { array, assert, constantFrom, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EmailState } from '#contract/leads/email-states.ts'
import type { WebsitePerson } from '../website-report.ts'
import { buildLocalPart, detectPatterns, listNameReadings, PATTERN_TEMPLATES } from './address-pattern.ts'
import { buildCandidates } from './candidate-addresses.ts'
import { foldName } from './fold-name.ts'
import { inferAddresses } from './infer-addresses.ts'
import { parseName } from './parse-name.ts'

const DOMAIN = 'firm.example'
const FIRST = constantFrom(
  'Anna',
  'Jürgen',
  'Łukasz',
  'José',
  'Anna-Lena',
  'Søren',
  'İpek',
  'Thị',
  'Zoë',
  'Иван',
  'Ελένη',
  'Björn',
)
const LAST = constantFrom(
  'Sample',
  'Müller',
  "O'Brien",
  'Schmidt-Probe',
  'Żak',
  'García',
  'Петров',
  'Weiß',
  'Nuñez',
  'Åkesson',
  'van der Berg',
  'de la Cruz',
)
const person = record({ first: FIRST, last: LAST })

describe('parseName', () => {
  it.each([
    ['Anna Sample', 'Anna', [], 'Sample'],
    ['Prof. Dr. Anna Maria Sample, MBA', 'Anna', ['Maria'], 'Sample'],
    ['Jan van der Berg', 'Jan', [], 'van der Berg'],
    ['Sample, Anna', 'Anna', [], 'Sample'],
    ['SAMPLE, ANNA M', 'ANNA', ['M'], 'SAMPLE'],
    ['SAMPLE JR, JOHN R', 'JOHN', ['R'], 'SAMPLE'],
    ['Sample, Dr. Anna', 'Anna', [], 'Sample'],
    ['Garcia Sample, Maria', 'Maria', [], 'Garcia Sample'],
    ['de la Cruz, Ana', 'Ana', [], 'de la Cruz'],
    ['S, Kim', 'Kim', [], 'S'],
    ['Rev Anna Sample', 'Anna', [], 'Sample'],
    ['Dr. John N. Sample Jr.', 'John', ['N.'], 'Sample'],
    ['John Q. Sample, Jr., MD', 'John', ['Q.'], 'Sample'],
    ['Edwin B Sample, V', 'Edwin', ['B'], 'Sample'],
    ['Anna Sample, RDH', 'Anna', [], 'Sample'],
    ['Anna Sample R.D.H.', 'Anna', [], 'Sample'],
    ['JOHN SAMPLE MD', 'JOHN', [], 'SAMPLE'],
    ['Lt. Col. John Sample (Ret.)', 'John', [], 'Sample'],
    ['Dr. phil. Anna Sample', 'Anna', [], 'Sample'],
    ['Phil Sample', 'Phil', [], 'Sample'],
    ['Don Sample', 'Don', [], 'Sample'],
    ['Jack Ma', 'Jack', [], 'Ma'],
    ['Mr. Sample', '', [], 'Sample'],
    ['Mr. and Mrs. John Sample', 'John', [], 'Sample'],
    ['John & Jill Sample', 'John & Jill', [], 'Sample'],
    ['Eddie Van Sample', 'Eddie', [], 'Van Sample'],
    ['SAMPLE Jean-Marc', 'Jean-Marc', [], 'SAMPLE'],
    ['Juan GARCIA LOPEZ', 'Juan', [], 'GARCIA LOPEZ'],
    ['José Ortega y Sample', 'José', [], 'Ortega y Sample'],
    ['William "Bill" Sample Jr.', 'William', [], 'Sample'],
    ['Nguyễn Thị Minh Khai', 'Khai', ['Thị', 'Minh'], 'Nguyễn'],
    ['Иванов Иван Петрович', 'Иван', ['Петрович'], 'Иванов'],
    ['Коваленко Олена Сергіївна', 'Олена', ['Сергіївна'], 'Коваленко'],
    ['Анна Ивановна Абрамович', 'Анна', ['Ивановна'], 'Абрамович'],
    ['Yuvaraj (Yuvi)', 'Yuvaraj', [], ''],
    ['김민준', '민준', [], '김'],
    ['', '', [], ''],
  ])('parses %s', (name, first, middle, last) => {
    expect(parseName(name)).toEqual({ first, middle, last })
  })

  it('never throws and keeps every plain name whole', () => {
    assert(property(string({ unit: 'grapheme', maxLength: 60 }), (text) => void parseName(text)))
    assert(
      property(person, ({ first, last }) => {
        expect(parseName(`${first} ${last}`)).toEqual({ first, middle: [], last })
      }),
    )
  })
})

describe('foldName', () => {
  it.each([
    ['Müller', ['mueller', 'muller']],
    ['Weiß', ['weiss']],
    ['Żak', ['zak']],
    ['Nguyễn', ['nguyen']],
    ['Yılmaz', ['yilmaz']],
    ['Đặng', ['dang']],
    ['Петров', ['petrov']],
    ['Ελένη', ['eleni']],
    ["O'Brien", ['obrien']],
    ['王', []],
  ])('folds %s', (word, folded) => {
    expect(foldName(word)).toEqual(folded)
  })
})

describe('detectPatterns', () => {
  it('finds a pattern that gives the address of another person', () => {
    assert(
      property(constantFrom(...PATTERN_TEMPLATES), person, person, (template, one, other) => {
        const names = [one, other].map(({ first, last }) => `${first} ${last}`) as [string, string]
        const [known, wanted] = names.map((name) =>
          buildLocalPart(template, listNameReadings(name)[0] as never),
        )
        if (!known || !wanted) return
        const patterns = detectPatterns([{ name: names[0], email: `${known}@${DOMAIN}` }], DOMAIN)
        expect(patterns.map(({ pattern }) => pattern)).toContain(template)
        if (patterns.length > 1) return
        expect(buildCandidates(names[1], DOMAIN, patterns)[0]?.address).toBe(`${wanted}@${DOMAIN}`)
      }),
    )
  })

  it('counts patterns and sorts them by support', () => {
    const examples = [
      { name: 'Chris Sample', email: 'csample@firm.example' },
      { name: 'Jürgen Müller', email: 'jmueller@firm.example' },
      { name: 'April Sample', email: 'april@firm.example' },
      { name: 'Eva Sample', email: 'eva.sample@elsewhere.example' },
      { name: 'Jürgen Müller', email: 'JMueller@firm.example' },
      { name: 'Max Sample', email: 'info@firm.example' },
    ]
    expect(detectPatterns(examples, DOMAIN)).toEqual([
      { pattern: '{f}{last}', support: 2 },
      { pattern: '{first}', support: 1 },
    ])
  })
})

describe('candidateAddresses', () => {
  it('gives common addresses without a known pattern, at most six, the same every time', () => {
    const candidates = buildCandidates('Anna Sample', DOMAIN, [])
    expect(candidates.map(({ address }) => address)).toEqual([
      'anna.sample@firm.example',
      'asample@firm.example',
      'anna@firm.example',
      'annasample@firm.example',
      'a.sample@firm.example',
      'sample@firm.example',
    ])
    expect(buildCandidates('王小明', DOMAIN, [])).toEqual([])
  })

  it('never returns more than six or anything that is no address', () => {
    assert(
      property(
        string({ unit: 'grapheme', maxLength: 80 }),
        array(constantFrom(...PATTERN_TEMPLATES)),
        (name, templates) => {
          const patterns = [...new Set(templates)].map((pattern) => ({ pattern, support: 1 }))
          const candidates = buildCandidates(name, DOMAIN, patterns)
          expect(candidates.length).toBeLessThanOrEqual(6)
          for (const { address } of candidates) expect(address).toMatch(/^[a-z._-]{1,64}@firm\.example$/)
        },
      ),
    )
  })
})

const staff = (name: string, more: Partial<WebsitePerson> = {}): WebsitePerson => ({
  name,
  role: null,
  section: null,
  email: null,
  phone: null,
  socials: [],
  staff: true,
  sources: [],
  ...more,
})

function resolve(
  people: WebsitePerson[],
  answers: Record<string, EmailState>,
  known: { name: string; email: string }[] = [],
) {
  const asked: string[] = []
  const verify = async (address: string) => {
    asked.push(address)
    return { state: answers[address] ?? answers['*'] ?? ('invalid' as EmailState) }
  }
  const signal = new AbortController().signal
  return inferAddresses({ people, domain: DOMAIN, known, verify, signal }).then((found) => ({ found, asked }))
}

const KNOWN = [{ name: 'Eva Probe', email: 'eprobe@firm.example' }]

describe('inferAddresses', () => {
  it('takes the first address that is valid', async () => {
    const { found, asked } = await resolve([staff('Anna Sample')], { 'anna@firm.example': 'valid' })
    expect(found).toMatchObject([
      { name: 'Anna Sample', address: 'anna@firm.example', state: 'valid', support: 0 },
    ])
    expect(asked).toEqual(['anna.sample@firm.example', 'asample@firm.example', 'anna@firm.example'])
  })

  it('keeps an unverifiable address only by a pattern that the domain shows', async () => {
    const people = [staff('Anna Sample'), staff('Peter Muster')]
    expect((await resolve(people, { '*': 'catch_all' })).found).toEqual([])
    const { found, asked } = await resolve(people, { '*': 'catch_all' }, KNOWN)
    expect(found).toMatchObject([
      { address: 'asample@firm.example', state: 'catch_all', pattern: '{f}{last}', support: 1 },
      { address: 'pmuster@firm.example', state: 'catch_all', pattern: '{f}{last}', support: 1 },
    ])
    expect(asked).toEqual(['asample@firm.example'])
  })

  it('checks at most six addresses per person and stops without a mail server', async () => {
    expect((await resolve([staff('Anna Sample')], {})).asked).toHaveLength(6)
    const { found, asked } = await resolve(
      [staff('Anna Sample'), staff('Peter Muster')],
      { '*': 'no_mx' },
      KNOWN,
    )
    expect([found, asked]).toEqual([[], ['asample@firm.example']])
  })

  it('gives nobody an address that belongs to another person or could', async () => {
    const { found, asked } = await resolve(
      [staff('Anna Sample'), staff('Adam Sample')],
      { '*': 'greylisted' },
      KNOWN,
    )
    expect(asked).not.toContain('asample@firm.example')
    expect(found).toEqual([])
    const published = [{ name: 'Adam Sample', email: 'asample@firm.example' }]
    expect((await resolve([staff('Anna Sample')], { '*': 'valid' }, published)).asked).not.toContain(
      'asample@firm.example',
    )
  })

  it('leaves out people who don’t work there or have an address', async () => {
    const people = [
      staff('Anna Sample', { staff: false }),
      staff('Peter Muster', { email: 'x@other.example' }),
    ]
    expect(await resolve(people, { '*': 'valid' })).toEqual({ found: [], asked: [] })
  })

  it('stops when aborted', async () => {
    const stop = new AbortController()
    const verify = async () => {
      stop.abort(new Error('stopped'))
      return { state: 'invalid' as const }
    }
    await expect(
      inferAddresses({
        people: [staff('Anna Sample')],
        domain: DOMAIN,
        known: [],
        verify,
        signal: stop.signal,
      }),
    ).rejects.toThrow('stopped')
  })
})
