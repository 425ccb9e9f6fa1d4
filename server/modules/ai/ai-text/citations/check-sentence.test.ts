import { describe, expect, it } from 'vitest'
import type { AiLanguage } from '#contract/ai/ai-prompt-types.ts'
import type { CitableSource } from '#server/providers/models/index.ts'
import { FRESH_PAIRS } from '#server/testing/citation-pairs/fresh-pairs.ts'
import { FURTHER_PAIRS } from '#server/testing/citation-pairs/further-pairs.ts'
import { HELD_OUT_PAIRS } from '#server/testing/citation-pairs/held-out-pairs.ts'
import { LABELLED_PAIRS, type LabelledPair } from '#server/testing/citation-pairs/labelled-pairs.ts'
import { MISLEADING_PAIRS } from '#server/testing/citation-pairs/misleading-pairs.ts'
import { CLOSINGS, checkSentence } from './check-sentence.ts'

const page = (text: string): CitableSource => ({
  id: 'page1',
  kind: 'page',
  title: 'Home',
  url: 'https://acorn.example/',
  date: null,
  text,
})
const LANGUAGES: Record<string, AiLanguage> = { Pfauenhof: 'de', 'Lune Rousse': 'fr' }
const ownersOf = (owner: string) => ({
  lead: [owner],
  company: [owner],
  business: ['Sender Ltd'],
  language: LANGUAGES[owner] ?? 'en',
})

/** `quoted`, `not_verified`, or why a sentence was rejected. */
function judge(owner: string, text: string, quote: string, source = quote) {
  const cited = { text, citations: [{ source: 'page1', quote }] }
  const verdict = checkSentence(cited, [page(source)], ownersOf(owner))
  return verdict.ok ? verdict.state : verdict.reason
}
const judgePair = ({ owner, sentence, span }: LabelledPair) => judge(owner, sentence, span)

/** Counts how pairs were judged, for the table in docs/ai.md. */
function count(pairs: readonly LabelledPair[]) {
  const of = (wanted: (pair: LabelledPair) => boolean) => {
    const states = pairs.filter(wanted).map(judgePair)
    const quoted = states.filter((state) => state === 'quoted').length
    const unverified = states.filter((state) => state === 'not_verified').length
    return { quoted, unverified, refused: states.length - quoted - unverified }
  }
  return {
    close: of(({ isRight, isParaphrased }) => isRight && !isParaphrased),
    free: of(({ isRight, isParaphrased }) => isRight && isParaphrased),
    wrong: of(({ isRight }) => !isRight),
  }
}

const EARLIER = [...LABELLED_PAIRS, ...FURTHER_PAIRS, ...HELD_OUT_PAIRS, ...MISLEADING_PAIRS]

describe('pairs of a sentence and its clause', () => {
  it.each([...EARLIER, ...FRESH_PAIRS].filter(({ isRight }) => !isRight))(
    'a wrong one is not accepted as a quote: $sentence',
    (pair) => expect(judgePair(pair)).not.toBe('quoted'),
  )

  it('that repeat their clause are accepted, and correct paraphrases go to a person', () => {
    const { close, free, wrong } = count(FRESH_PAIRS)
    const earlier = count(EARLIER)
    if (process.env.SHOW_FIGURES) console.log(JSON.stringify({ fresh: { close, free, wrong }, earlier }))
    expect(close.quoted).toBeGreaterThanOrEqual(22)
    expect(close.refused).toBe(0)
    expect(free.refused).toBeLessThanOrEqual(3)
    expect(wrong.refused).toBeGreaterThanOrEqual(24)
    expect(earlier.close.refused).toBeLessThanOrEqual(2)
  })
})

describe('a quote', () => {
  const owner = 'Harbour Loaf'

  it('cannot drop what precedes it', () => {
    const source = 'We no longer offer vegan cakes. Bread we bake daily.'
    expect(judge(owner, 'Harbour Loaf offers vegan cakes.', 'offer vegan cakes', source)).toBe('negation')
    expect(judge(owner, 'Bread Harbour Loaf bakes daily.', 'Bread we bake daily.', source)).toBe('quoted')
  })

  it('consists of whole words of its source', () => {
    expect(judge(owner, 'Harbour Loaf began in 19.', '19', 'Harbour Loaf began in 1987.')).toBe(
      'not_in_source',
    )
    expect(judge(owner, 'Harbour Loaf bakes.', 'We bake cakes', 'We bake bread')).toBe('not_in_source')
  })

  it('must contain its whole clause to be verified', () => {
    const source = 'We have 40 rooms under construction; breakfast is free.'
    expect(judge(owner, 'Harbour Loaf has 40 rooms.', 'We have 40 rooms', source)).toBe('not_verified')
    expect(judge(owner, 'Breakfast is free.', 'breakfast is free', source)).toBe('quoted')
  })

  it('by someone else says nothing about the owner of the page', () => {
    const source = '“Great bread. We buy our rolls there.” Jane Doe, Crumb & Co'
    const quote = 'We buy our rolls there.'
    expect(judge(owner, 'Harbour Loaf buys its rolls there.', quote, source)).toBe('not_verified')
  })

  it('of a person is not a quote of the company', () => {
    const cited = {
      text: 'Anna Lee employs 50 people.',
      citations: [{ source: 'page1', quote: 'We employ 50 people.' }],
    }
    const owners = { ...ownersOf('Acorn'), lead: ['Anna Lee', 'Acorn'] }
    expect(checkSentence(cited, [page('We employ 50 people.')], owners)).toMatchObject({
      state: 'not_verified',
    })
  })

  it('is required for everything but our own closing; a question needs a person', () => {
    const uncited = (text: string) => checkSentence({ text, citations: [] }, [], ownersOf(owner))
    expect(uncited(CLOSINGS.en)).toMatchObject({ ok: true, state: null })
    expect(uncited('Shall we talk about your ovens?')).toMatchObject({ ok: true, state: 'not_verified' })
    expect(uncited('You make the finest bread.')).toMatchObject({ reason: 'no_source' })
    expect(uncited('Did you know that you have 12 shops?')).toMatchObject({ reason: 'no_source' })
  })

  it('of the sender is about the sender', () => {
    const own = { ...page('We repair ovens overnight.'), id: 'business', kind: 'business' as const }
    const verdictOf = (text: string) =>
      checkSentence(
        { text, citations: [{ source: 'business', quote: 'We repair ovens overnight.' }] },
        [own],
        ownersOf(owner),
      )
    expect(verdictOf('We repair ovens overnight.')).toMatchObject({ state: 'quoted' })
    expect(verdictOf('Sender Ltd repairs ovens overnight.')).toMatchObject({ state: 'quoted' })
    expect(verdictOf('You repair ovens overnight.')).toMatchObject({ state: 'not_verified' })
  })
})
