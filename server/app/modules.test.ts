import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { wronglyAnswered } from '#server/platform/signals.ts'
import { testContext } from '#server/testing/test-context.ts'
import { MODULES } from './modules.ts'

const ctx = testContext({ db: null as never, modules: MODULES })

it('answers every question of a module once', () => {
  expect(wronglyAnswered(ctx)).toEqual([])
  const answers = MODULES.flatMap((module) => module.on ?? [])
  const unanswered = testContext({ db: null as never, modules: [{ on: answers.slice(1) }] })
  const twice = testContext({ db: null as never, modules: [{ on: [...answers, ...answers] }] })
  expect([wronglyAnswered(unanswered).length, wronglyAnswered(twice).length > 10]).toEqual([1, true])
})

it('lists every folder of modules', () => {
  const root = join(import.meta.dirname, '../modules')
  const folders = readdirSync(root).flatMap((group) => readdirSync(join(root, group)))
  // And the one of server/app itself.
  expect(new Set(MODULES).size).toBe(folders.length + 1)
})

it('names every step of the nightly clean-up once: of two with one name, one would not run', () => {
  const names = MODULES.flatMap((module) => Object.keys(module.housekeeping?.(ctx) ?? {}))
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
