import { expect, it } from 'vitest'
import { stopAt } from '#web/lib/quoted-start.ts'
import { noTextLabel, startLabel } from './ai-labels.ts'

const span = (max: number) => ({ min: 0, expected: max, max })
const quote = (texts: number, max: number, available = 100) => ({
  id: 1,
  leads: texts,
  texts,
  tokens: span(max * 1000),
  credits: span(max),
  available,
  provider: 'openai' as const,
  level: 'platform' as const,
  model: 'm',
  unit_cost: 1,
  credits_per_1000_tokens: 1,
  expires_at: '2026-01-02T03:04:05.000Z',
})

it('the button to write texts shows the maximum price, or where the balance stops it', () => {
  expect(startLabel(undefined)).toBe('Write texts')
  expect(startLabel(quote(0, 0))).toBe('Nothing to do')
  expect(startLabel(quote(1, 0))).toBe('Write 1 text · free')
  expect(startLabel({ ...quote(6, 0), provider: 'template' })).toBe('Write up to 6 texts · free')
  expect(startLabel(quote(6, 9))).toBe('Write 6 texts · up to 9 credits')
  expect(startLabel(quote(6, 900))).toBe('Write 6 texts · stop at 100 credits')
  expect(startLabel(quote(6, 900, 0))).toBe('No credits left')
  expect(stopAt(quote(1, 5))).toBeNull()
})

it('a text that templates cannot write says that it needs a model', () => {
  expect(noTextLabel({ provider: 'template' })).toContain('needs a model')
  expect(noTextLabel({ provider: 'openai' })).not.toContain('needs a model')
})
