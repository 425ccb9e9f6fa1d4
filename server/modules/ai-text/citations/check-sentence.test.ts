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
