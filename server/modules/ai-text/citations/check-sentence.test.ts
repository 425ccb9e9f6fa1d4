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
    ['Acme has 12 employees.', 'Acme had 12 employees in 2010.'],
    ['Tom Ray was CEO of Acme.', 'Tom Ray is CEO of Acme.'],
    ['Acme is the market leader in Spain.', 'Acme is the market leader in Portugal and active in Spain.'],
    ['Acme employs 40 people in Berlin.', 'Acme employs 40 people in Bonn and has an office in Berlin.'],
    ['Acme makes bread for hospitals.', 'Acme makes bread for hotels and beds for hospitals.'],
    ['Ann Lee is the daughter of the founder.', 'Ann Lee is the founder and has a daughter.'],
    ['Acme supports 30 schools.', 'Acme is supported by 30 schools.'],
    ['Acme is owned by its employees.', 'Acme is owned by its founders and treats its employees well.'],
    ['Acme hires engineers.', 'Acme hires engineers only in Poland.'],
    ['Acme was the first to use solar power.', 'Acme was among the first to use solar power.'],
    ['The CEO of Acme is Ann Lee.', 'The CEO of Zeta is Ann Lee.'],
    ['Acme heats 300 homes.', 'Acme heats 300 offices and homes of 20 employees.'],
    ['Ida Roth chairs Acme.', 'Ida Roth is vice chair of Acme.'],
    ['Acme sells to dentists in France.', 'Acme sells to dentists in Italy and to chemists in France.'],
    ['Acme imports coffee from Peru.', 'Acme imports coffee from Kenya and sugar from Peru.'],
    ['Acme is run by volunteers.', 'Acme is run by two managers and helped by volunteers.'],
    ['Acme is the most visited museum in Ghent.', 'Acme is the most visited science museum in Ghent.'],
    ['Acme moved in 2001.', 'Acme moved between 2001 and 2004.'],
    ['Acme gave 100 pounds.', 'Acme gave 100 pounds per child.'],
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

describe('what a source says in other ways', () => {
  it.each([
    ['Acme bakes bread and rolls.', 'Acme bakes bread, rolls and cakes.'],
    ['Acme sells tea to hotels.', 'Acme sells tea and coffee to hotels.'],
    ['Acme offers free delivery.', 'We offer free delivery in Leeds.'],
    ['I noticed that Acme builds wooden houses.', 'Acme builds wooden houses.'],
    ['Acme has 20 to 30 employees.', 'Acme has 20 to 30 employees.'],
    ['Acme was founded by Ann Lee.', 'Ann Lee founded Acme.'],
    ['Acme exports to Japan.', 'Acme exports to Japan and Korea.'],
    ['Acme employs over 200 people.', 'Acme employs more than 200 people.'],
    ['Acme was opened in 1950.', 'Acme was opened in 1950 by the mayor.'],
    ['Acme imports coffee from Kenya.', 'Acme imports coffee from Kenya and sugar from Peru.'],
    ['Acme uses only organic milk.', 'We use only organic milk.'],
    ['Acme delivers to schools in Ghent.', 'Acme delivers to schools and hospitals in Ghent.'],
    ['Acme employs 12 nurses.', 'Acme employs 12 nurses and three doctors.'],
  ])('accepts: %s', (sentence, span) => {
    expect(judge('Acme', sentence, span)).toMatchObject({ ok: true })
  })
})
