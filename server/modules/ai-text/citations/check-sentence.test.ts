import { describe, expect, it } from 'vitest'
import type { CitableSource } from '#server/providers/models/index.ts'
import { checkSentence } from './check-sentence.ts'
import { LABELLED_PAIRS } from './labelled-pairs.ts'

const page = (text: string): CitableSource => ({
  ...{ id: 'page1', kind: 'page', title: 'About', url: 'https://x.example/about', date: '2026-01-02' },
  text,
})
const judge = (owner: string, sentence: string, span: string, source = span) =>
  checkSentence({ text: sentence, citations: [{ source: 'page1', quote: span }] }, [page(source)], {
    lead: [owner],
    business: ['Sender Ltd'],
  })

describe('sentences and the words that they cite', () => {
  const wrong = LABELLED_PAIRS.filter(({ isRight }) => !isRight)
  const right = LABELLED_PAIRS.filter(({ isRight }) => isRight)

  it('are a hundred, half of them wrong, a third said in other words', () => {
    expect([wrong.length, right.length]).toEqual([50, 50])
    expect(LABELLED_PAIRS.filter(({ isParaphrased }) => isParaphrased).length).toBeGreaterThanOrEqual(33)
  })

  it.each(wrong)('refuses $fault: $sentence', ({ owner, sentence, span }) => {
    expect(judge(owner, sentence, span).ok).toBe(false)
  })

  it('accepts at least four of five that are right', () => {
    const refused = right.filter(({ owner, sentence, span }) => !judge(owner, sentence, span).ok)
    const words = refused.map(
      ({ owner, sentence, span }) => `${JSON.stringify(judge(owner, sentence, span))} ${sentence} | ${span}`,
    )
    expect(refused.length, words.join('\n')).toBeLessThanOrEqual(right.length * 0.2)
    if (process.env.SHOW_REFUSED)
      console.log(`${right.length - refused.length} of ${right.length}\n${words.join('\n')}`)
  })
})

describe('a quote', () => {
  const owner = 'Harbour Loaf'

  it('cannot leave out what stands before it', () => {
    const source = 'We no longer offer vegan cakes. Bread we bake daily.'
    expect(judge(owner, 'Harbour Loaf offers vegan cakes.', 'offer vegan cakes', source)).toMatchObject({
      reason: 'negation',
    })
    expect(judge(owner, 'Harbour Loaf bakes bread daily.', 'Bread we bake daily.', source).ok).toBe(true)
  })

  it('is whole words of its source', () => {
    expect(judge(owner, 'Harbour Loaf began in 19.', '19', 'Harbour Loaf began in 1987.')).toMatchObject({
      reason: 'not_in_source',
    })
    expect(judge(owner, 'Harbour Loaf bakes.', 'We bake cakes', 'We bake bread').ok).toBe(false)
  })

  it.each([
    ['Harbour Loaf is the best bakery in Whitby.', 'Harbour Loaf is a bakery in Whitby.'],
    ['Harbour Loaf is the largest bakery in Whitby.', 'Harbour Loaf is a large bakery in Whitby.'],
    ['Harbour Loaf costs $5.', 'Harbour Loaf costs 5 €.'],
    ['Harbour Loaf has 30% women.', 'Harbour Loaf has 30 women.'],
    ['Harbour Loaf bakes for the king.', 'Harbour Loaf bakes for the town.'],
    ['We bake bread in Whitby.', 'We bake bread in Whitby.'],
    ['Harbour Loaf may move to Leeds.', 'Harbour Loaf moved to York.'],
    ['Harbour Loaf plans to move to York.', 'Harbour Loaf moved to York.'],
    ['Harbour Loaf was formerly in York.', 'Harbour Loaf is in York.'],
  ])('does not bear out: %s', (sentence, span) => {
    expect(judge(owner, sentence, span).ok).toBe(false)
  })

  it('is not needed by courtesy, and by everything else', () => {
    const uncited = (text: string) =>
      checkSentence({ text, citations: [] }, [], { lead: [owner], business: ['Sender Ltd'] })
    expect(uncited('Would you be open to a quick call?')).toEqual({ ok: true, isFactual: false })
    expect(uncited('Hello Harbour Loaf, I hope you are well.').ok).toBe(true)
    expect(uncited('You have 12 shops.').ok).toBe(false)
    expect(uncited('You make the finest bread.').ok).toBe(false)
  })
})
