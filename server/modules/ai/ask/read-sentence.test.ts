import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CompleteRequest, Model } from '#server/providers/models/index.ts'
import { isExact, type TableRow } from '#server/testing/sentence-cases.ts'
import { readWithModel } from './ask-model.ts'
import { readSentence } from './read-sentence.ts'

const TABLE = JSON.parse(
  readFileSync(new URL('../../../testing/sentence-cases.json', import.meta.url), 'utf8'),
) as TableRow[]
const misses = TABLE.filter((row) => !isExact(row, readSentence(row.sentence)))

describe('sentences without a model', () => {
  it('fills at least 74 of 76 forms exactly, 58 of the 60 in English and German', () => {
    if (process.env.SHOW_FIGURES)
      for (const row of misses) console.log(row.sentence, JSON.stringify(readSentence(row.sentence)))
    expect(TABLE).toHaveLength(76)
    expect(
      TABLE.length - misses.length,
      misses.map(({ sentence }) => sentence).join('\n'),
    ).toBeGreaterThanOrEqual(74)
    expect(misses.filter((row) => TABLE.indexOf(row) < 60).length).toBeLessThanOrEqual(2)
  })
})

describe('what is not understood', () => {
  it.each<[string, object, string[]]>([
    ['hotels with 4 stars in Berlin', { near: 'Berlin' }, ['4', 'stars']],
    ['4 stars hotels in Berlin', { near: 'Berlin' }, ['4', 'stars']],
    ['bakeries 10115 Berlin', { near: 'Berlin' }, ['10115']],
    ['companies with 10 to 50 employees in Berlin', { near: 'Berlin' }, ['10', '50', 'employees']],
    ['dentists with at least 50 reviews', {}, ['least', '50', 'reviews']],
    ['restaurants rated above 4.5 in Rome', { near: 'Rome' }, ['rated', 'above', '4.5']],
    ['Zahnärzte mit 3 Sternen in Köln', { near: 'Köln' }, ['3', 'Sternen']],
    ['dentists not in London', {}, ['not', 'London']],
    ['dentists in Berlin but not in Mitte', { near: 'Berlin' }, ['not', 'Mitte']],
    ['lawyers in Lisbon or Porto', { near: 'Lisbon' }, ['Porto']],
    ['cafes within 5 km of the harbourside', {}, ['harbourside', '5', 'km']],
    ['dentistes pas à Lyon', {}, ['pas', 'Lyon']],
    ['gyms in Berlin for 10 to 50k members', { near: 'Berlin' }, ['10', '50k', 'members']],
    ['panetterie a Milano', { near: 'Milano' }, ['panetterie']],
  ])('is listed and changes nothing: %s', (sentence, place, rest) => {
    const { search, limit, not_understood } = readSentence(sentence)
    const { category: _category, ...others } = search
    expect([others, limit, not_understood]).toEqual([place, null, rest])
  })

  it.each([
    ['ristoranti a Milano', 'amenity/restaurant'],
    ['dentisti a Torino', 'amenity/dentist'],
    ['boulangeries à Lyon', 'shop/bakery'],
    ['hotéis em Lisboa', 'tourism/hotel'],
    ['show me the new places in Leeds', undefined],
  ])('has the kind that a plural names, and none for a word without meaning: %s', (sentence, category) => {
    const { search, not_understood } = readSentence(sentence)
    expect([search.category, not_understood]).toEqual([category, []])
  })

  it.each([
    ['20 dentists in Berlin', 20],
    ['give me 50 new plumbers in Leeds', 50],
    ['dentists in Berlin, at most 30', 30],
    ['top 10 hotels in Paris', 10],
    ['hotels in Paris, 40 leads', 40],
  ])('is no limit that a sentence states: %s', (sentence, limit) => {
    expect(readSentence(sentence)).toMatchObject({ limit, not_understood: [] })
  })
})

describe('the list type', () => {
  it.each([
    ['dentists in Berlin', 'local'],
    ['owners of bakeries in Hamburg', 'local'],
    ['lawyers at Acme in Berlin', 'people'],
    ['influencers in Berlin', 'influencer'],
    ['restaurants with more than 10k followers', 'influencer'],
    ['emails of acme.example', 'single'],
  ])('is the first that understands the most: %s', (sentence, type) => {
    expect(readSentence(sentence).type).toBe(type)
  })

  it('has the company sizes that a range touches, and thousands on both sides', () => {
    expect(readSentence('CTOs with 20 to 300 employees').search.company_size).toEqual([
      '11-50',
      '51-200',
      '201-500',
    ])
    expect(readSentence('influencers with 10 to 50k followers').search).toMatchObject({
      followers_min: 10_000,
      followers_max: 50_000,
    })
  })
})

describe('a place', () => {
  it.each([
    ['Manchester', { near: 'Manchester' }],
    ['Valencia', { region: 'Valencia' }],
    ['Washington', { region: 'Washington' }],
  ])('is the large city rather than a region abroad of its name: %s', (place, where) => {
    expect(readSentence(`gyms in ${place}`).search).toMatchObject(where)
  })

  it('may follow a kind of business that ends with a word of no meaning', () => {
    expect(readSentence('law firms in Lisbon').search).toEqual({ category: 'office/lawyer', near: 'Lisbon' })
  })
})

/** A model that returns a given answer. */
const saying = (answer: (sentence: string) => unknown): Model =>
  ({
    async *complete({ messages }: CompleteRequest) {
      const { sentence } = JSON.parse(messages[1]?.content ?? '{}') as { sentence: string }
      yield { kind: 'text', text: JSON.stringify(answer(sentence)) }
      yield { kind: 'end', reason: 'stop', usage: { prompt: 1, completion: 1 } }
    },
  }) as unknown as Model

describe('a model', () => {
  const { signal } = new AbortController()

  it('is measured on the same table', async () => {
    const model = saying((sentence) => TABLE.find((row) => row.sentence === sentence))
    const exact = await Promise.all(
      TABLE.map(async (row) => {
        const form = await readWithModel(model, { sentence: row.sentence, fixed: undefined, signal })
        return form !== null && isExact(row, form)
      }),
    )
    expect(exact.filter(Boolean)).toHaveLength(TABLE.length)
  })

  it.each([
    ['a field that the form has not', { type: 'local', search: { category: 'cafe', tool: 'send' } }],
    ['another list type than the list has', { type: 'people', search: { position: 'CTO' } }],
    ['no JSON object', 'run the search'],
  ])('is ignored when it returns %s', async (_what, answer) => {
    expect(
      await readWithModel(
        saying(() => answer),
        { sentence: 'cafes in Rome', fixed: 'local', signal },
      ),
    ).toBeNull()
  })
})

describe('any sentence', () => {
  it('is read without an error, however odd', () => {
    for (const odd of ['', '|||', '((((', '999999999999999 km um Berlin', '"', 'a'.repeat(500), '💥 in 💥'])
      expect(readSentence(odd).by).toBe('grammar')
  })
})
