import { expect, test } from 'vitest'
import { CHECKLIST_STEPS } from '#contract/identity/me.ts'
import { countProgress, expectedProgress, makeGroups } from './checklist-steps.ts'

const steps = (...done: string[]) => CHECKLIST_STEPS.map((id) => ({ id, done: done.includes(id) }))

test('shows the steps until all are done or the list is dismissed', () => {
  const open = countProgress({ steps: steps('confirm_email'), dismissed: false })
  expect(open).toMatchObject({ done: 1, closed: false, beforeFirstSearch: true })
  expect(open.steps.map(({ id }) => id)).toEqual([...CHECKLIST_STEPS])
  expect(countProgress({ steps: steps('confirm_email'), dismissed: true }).closed).toBe(true)
  expect(countProgress({ steps: steps(...CHECKLIST_STEPS), dismissed: false })).toMatchObject({
    done: CHECKLIST_STEPS.length,
    closed: true,
    beforeFirstSearch: false,
  })
})

test('setup steps of the installation come first and keep the list visible after a search', () => {
  const admin = countProgress({ steps: steps('first_search', 'set_brand'), dismissed: false })
  expect(admin).toMatchObject({ beforeFirstSearch: false, settingUp: true })
  expect(makeGroups(admin.steps).map(({ name, steps }) => [name, steps.length])).toEqual([
    ['Set up', 3],
    ['Your account', 5],
  ])
  const own = countProgress({ steps: steps().slice(3), dismissed: false })
  expect([own.settingUp, makeGroups(own.steps).map(({ name }) => name)]).toEqual([false, ['Your account']])
})

test('leaves out the search step for users who cannot search', () => {
  const without = steps().filter(({ id }) => id !== 'first_search')
  expect(countProgress({ steps: without, dismissed: false }).beforeFirstSearch).toBe(false)
})

test('leaves out unknown steps of a newer server', () => {
  const later = { steps: [...steps(), { id: 'later' as never, done: false }], dismissed: false }
  expect(countProgress(later).steps).toHaveLength(CHECKLIST_STEPS.length)
})

test('counts steps taken in the product, not the email confirmed at registration', () => {
  expect(countProgress({ steps: steps('confirm_email'), dismissed: false }).started).toBe(false)
  expect(countProgress({ steps: steps('confirm_email', 'set_up_mail'), dismissed: false }).started).toBe(true)
})

test('reserves space for the user’s steps', () => {
  const expected = (can: string[], modules: string[]) =>
    expectedProgress({ can, modules: modules.map((slug) => ({ slug })) } as never).steps.map(({ id }) => id)
  expect(expected(['administer', 'manage_team'], ['leads'])).toEqual([...CHECKLIST_STEPS])
  expect(expected(['manage_team'], ['leads'])).toEqual(CHECKLIST_STEPS.slice(3))
  expect(expected([], ['ai_suggest'])).toEqual(['confirm_email', 'second_factor'])
})
