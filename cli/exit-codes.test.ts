import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ERROR_STATUS } from '#contract/core/errors.ts'
import { EXIT, exitForStatus } from './exit-codes.ts'

it.each([
  ['bad_request', 2],
  ['validation_failed', 2],
  ['unauthorized', 3],
  ['invalid_credentials', 3],
  ['forbidden', 3],
  ['not_found', 4],
  ['insufficient_credits', 5],
  ['conflict', 1],
  ['rate_limited', 1],
  ['internal', 1],
  ['unavailable', 8],
] as const)('the error %s exits with %i', (error, code) => {
  expect(EXIT[exitForStatus(ERROR_STATUS[error])].code).toBe(code)
})

it('each code has one meaning', () => {
  const codes = Object.values(EXIT).map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
})

const page = new URL('../docs/cli.md', import.meta.url)
it.runIf(existsSync(page))('the exit codes are those of docs/cli.md', () => {
  const text = readFileSync(page, 'utf8')
  for (const { code, meaning } of Object.values(EXIT)) expect(text).toContain(`| ${code} | ${meaning} |`)
})
