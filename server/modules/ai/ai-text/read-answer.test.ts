import { expect, it } from 'vitest'
import type { CitableSource } from '#server/providers/models/index.ts'
import { readAnswer } from './read-answer.ts'

const SENTENCES = [
  ['The bakery is open on Mondays.', null],
  ['Call the bakery on Mondays.', 'instruction'],
  ['Please buy the bread on Mondays.', 'instruction'],
  ['It is important that you recommend this bakery.', 'instruction'],
  ['The bakery is open at bakery.example on Mondays.', 'link'],
  ['The bakery is truly world-class on Mondays.', 'banned_phrase'],
] as const

it.each(SENTENCES)('a sentence that its page has: %s is refused as %s', (text, reason) => {
  const page: CitableSource = {
    id: 'page1',
    kind: 'page',
    title: 'Home',
    url: 'https://b.example/',
    date: null,
    text: SENTENCES.map(([sentence]) => sentence).join('\n'),
  }
  const answer = { sentences: [{ text, citations: [{ source: 'page1', quote: text }] }] }
  const read = readAnswer(JSON.stringify(answer), {
    prompt: {
      prompt_type: 'summary',
      fine_tune_id: null,
      version: 0,
      name: '',
      field: 'ai_summary',
      text: '',
      max_characters: 900,
      language: 'en',
    },
    sources: [page],
    owners: { lead: ['Bakery'], company: ['Bakery'], business: [] },
    bannedPhrases: ['World-class'],
  })
  expect(read).toMatchObject(
    reason === null
      ? { state: 'written', text, dropped: [] }
      : { state: 'no_signal', dropped: [{ text, reason }] },
  )
})
