import { describe, expect, it } from 'vitest'
import type { CitableSource } from '#server/providers/models/index.ts'
import { checkSentence } from './check-sentence.ts'
import { FURTHER_PAIRS } from './further-pairs.ts'
import { HELD_OUT_PAIRS } from './held-out-pairs.ts'
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

describe.each([
  ['written before the rules for them', FURTHER_PAIRS, [25, 21]],
  ['written after those rules', HELD_OUT_PAIRS, [22, 20]],
] as const)('ranges, units, comparisons, roles and qualifiers, %s', (_name, pairs, sizes) => {
  const wrong = pairs.filter(({ isRight }) => !isRight)
  const right = pairs.filter(({ isRight }) => isRight)

  it('are about as many right as wrong, a third said in other words', () => {
    expect([wrong.length, right.length]).toEqual(sizes)
    expect(pairs.filter(({ isParaphrased }) => isParaphrased).length).toBeGreaterThanOrEqual(pairs.length / 3)
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
    expect(uncited('You founded Harbour Loaf.').ok).toBe(false)
  })
})

it('a question may invite with words that its source does not have', () => {
  const span = 'Harbour Loaf bakes rye bread.'
  expect(judge('Harbour Loaf', 'Would you be open to a quick call about your rye bread?', span).ok).toBe(true)
})

describe('what a quick reader would take for the same', () => {
  it.each([
    ['Acme employs 50 engineers.', 'Acme employs 50 people, 5 of them engineers.'],
    [
      'Acme has offices in Berlin and Paris.',
      'Acme has offices in Berlin. Its competitor Zeta has offices in Paris.',
    ],
    ['Acme was founded by Tom Ray.', 'Acme was founded by Anna Lee and later sold to Tom Ray.'],
    ['Acme sells organic bread.', 'Acme sells bread. Organic flour is not used.'],
    ['Acme sells to hospitals.', 'Acme buys from hospitals.'],
    ['Acme is owned by Beta.', 'Acme owns Beta.'],
    ['Acme owns Beta.', 'Acme is owned by Beta.'],
    ['Acme won three awards in 2020.', 'Acme won an award in 2020 and was nominated for three in 2021.'],
    ['Acme serves 300 customers in Spain.', 'Acme serves 300 customers, 20 of them in Spain.'],
    ['Acme is certified by ISO.', 'Acme is not yet certified by ISO.'],
    ['Acme is certified by ISO.', 'Acme is applying to be certified by ISO.'],
    ['Anna Lee is the CEO of Acme.', 'Anna Lee was CEO of Acme until 2019.'],
    ['Anna Lee is CEO.', 'Tom Ray is CEO. Anna Lee is CTO.'],
    ['Acme ships worldwide.', 'Acme ships within Germany only.'],
    ['Acme uses solar power for all sites.', 'Acme uses solar power for one of its sites.'],
    ['Acme doubled its revenue.', 'Acme hopes to have doubled its revenue.'],
    ['Acme has 5 million users.', 'Acme has 5 million reasons to thank its users.'],
    ['Acme grew by 20%.', 'The market grew by 20%.'],
    ['Acme is the market leader.', 'We follow the market leader.'],
    ['Acme bakes without sugar.', 'We bake with sugar, without salt.'],
    ['Acme has existed for 20 years.', 'Our oven is 20 years old.'],
    ['Acme was founded in 1990.', 'Our building was erected in 1990; Acme was founded later.'],
    [
      'Acme opened its first shop in Kiel in 2001.',
      'Acme opened its first shop in 2001 in Bonn and in 2005 one in Kiel.',
    ],
    ['Acme closed its shop in Kiel.', 'Acme opened its shop in Kiel.'],
    ['Acme is a subsidiary of Zeta.', 'Zeta is a subsidiary of Acme.'],
    ['Acme supplies Zeta.', 'Zeta supplies Acme.'],
    ['Acme exports to China.', 'Acme imports from China.'],
    ['Acme has hired 40 people.', 'Acme has let 40 people go.'],
    ['Acme reduces costs by 30%.', 'Acme increases costs by 30%.'],
    ['Acme beat Zeta.', 'Zeta beat Acme.'],
    ['Acme offers quick delivery.', 'Acme offers delivery.'],
    ['Acme is a public company.', 'Acme is a company.'],
    ['Tom Ray founded Acme.', 'Tom Ray advises Acme.'],
    ['Acme runs stations.', 'Acme runs trains.'],
    ['Acme raised 5 million.', 'Acme raised 5 million for a charity.'],
    ['Acme offers free delivery.', 'Acme offers delivery and free coffee.'],
    ['The workshop is free for everyone.', 'The workshop is open to everyone.'],
    ['Acme has 200 employees.', 'Acme has 200 members.'],
  ])('refuses: %s', (sentence, span) => {
    expect(judge('Acme', sentence, span).ok).toBe(false)
  })
})
