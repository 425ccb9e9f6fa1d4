import { expect, it } from 'vitest'
import type { Autopilot, AutopilotRun } from '#contract/prospecting/autopilots.ts'
import {
  conditionChoices,
  conditionValue,
  resultLabel,
  scheduleLabel,
  stateBadge,
} from './autopilot-labels.ts'

it('the schedule of an autopilot is one line', () => {
  const daily = { every: 'day', at: '09:00', weekday: null, month_day: null, time_zone: 'UTC' } as const
  expect(scheduleLabel(daily)).toBe('Every day at 09:00')
  expect(scheduleLabel({ ...daily, every: 'hour', at: '00:15' })).toBe('Every hour at :15')
  expect(scheduleLabel({ ...daily, every: 'week', weekday: 7 })).toBe('Every Sunday at 09:00')
  expect(scheduleLabel({ ...daily, every: 'month', month_day: 31 })).toBe('Day 31 of every month at 09:00')
})

it('an autopilot that paused itself says so, one that a person paused does not', () => {
  const autopilot = { state: 'paused', pause_reason: 'person', last_run: null } as Autopilot
  expect(stateBadge(autopilot).label).toBe('Paused')
  expect(stateBadge({ ...autopilot, pause_reason: 'credits' }).label).toBe('Paused: credits')
  expect(stateBadge({ ...autopilot, last_run: { state: 'working' } as AutopilotRun }).label).toBe('Running')
})

it('a run of an autopilot shows what it brought, or why nothing', () => {
  const run = { state: 'finished', leads: 1, cost: 2, message: null } as AutopilotRun
  expect(resultLabel(run)).toBe('1 new lead, 2 credits')
  expect(resultLabel({ ...run, leads: 0, cost: 0 })).toBe('Nothing new')
  expect(resultLabel({ ...run, state: 'skipped', leads: 0, message: 'The month is full' })).toBe(
    'The month is full',
  )
})

it('the choices of a step’s condition are recognized as the server returns them', () => {
  const fields = new Set(['email', 'phone'])
  const views = [{ id: 3, name: 'Hot', filters: { search: 'x' } }]
  const choices = conditionChoices(views, fields)
  expect(choices.map(({ value }) => value)).toEqual([
    ...['all', 'with_email', 'without_email', 'with_phone', 'without_phone', 'view-3'],
  ])
  for (const { value, filters } of choices) {
    const back = filters && Object.fromEntries(Object.entries(filters).reverse())
    expect(conditionValue(choices, back as typeof filters)).toBe(value)
  }
  expect(conditionChoices([], new Set(['email'])).map(({ value }) => value)).not.toContain('with_phone')
})
