import { expect, test } from 'vitest'
import { lightContract } from './contract-plugin.ts'

const SOURCE = `
import * as z from 'zod/mini'
import { defineArea } from '../core/define-area.ts'
const api = defineArea({ tag: 'Rows', access: { can: 'see_work' } })
export const Row = z.object({ id: z.int() }) satisfies object
export const SIZES = [1, 2] as const
export const isSmall = (size: number): boolean => SIZES.includes(size as 1)
const shared = { reads: ['rows'] } as const
export const saveRow = api.post('/api/rows', {
  name: 'rows.save',
  access: { can: 'see_all' },
  ...shared,
  summary: 'Save a row',
  cli: { name: 'rows save', options: { id: 'Its id' }, text: ['Saved {id}'] },
  body: z.strictObject({ id: z.int() }),
  reply: z.object({ data: Row }),
})
`

test('the build keeps what a call needs of an endpoint, and its body schema for forms', () => {
  const light = lightContract(SOURCE)
  expect(light).toContain("{ kind: 'json', method: 'POST', path: '/api/rows', name: 'rows.save'")
  expect(light).toContain('...shared')
  expect(light).toMatch(/get body\(\) \{ const value = z\.strictObject/)
  for (const gone of ['reply', 'summary', 'see_all', 'api.post(', 'rows save'])
    expect(light).not.toContain(gone)
})

test('an endpoint that creates is a POST in the build too', () => {
  expect(lightContract(SOURCE.replace('api.post(', 'api.create('))).toContain(
    "method: 'POST', path: '/api/rows'",
  )
})

test('the build marks constants that call something as side-effect free, and leaves functions and plain values alone', () => {
  const light = lightContract(SOURCE)
  expect(light).toContain('Row = /* @__PURE__ */ (() => (z.object({ id: z.int() }) satisfies object))()')
  expect(light).toContain('SIZES = [1, 2] as const')
  expect(light).toContain('isSmall = (size: number): boolean => SIZES')
})
