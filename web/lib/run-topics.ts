import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import type { LiveEvent, Run } from '#contract/activity/runs.ts'
import { fillTopics } from '#contract/core/topics.ts'
import { isRunActive } from './run-facts.ts'

type Facts = Pick<Run, 'id' | 'kind' | 'list_id' | 'state'>

/**
 * Topics changed by a run's progress. Its end also changes totals of the list and the statistics of its
 * sources.
 */
export function topicsOfRun(run: Facts): string[] {
  const { id, kind, list_id } = run
  const own = ['runs', `run:${id}`, ...fillTopics(RUN_DEFINITIONS[kind].touches, { list_id })]
  const list = list_id === null ? [] : [`history:${list_id}`]
  if (isRunActive(run)) return [...own, ...list]
  const atEnd = list_id === null ? [] : [`list:${list_id}`, `counts:${list_id}`]
  // Every person's session holds the account's custom fields.
  if (own.includes('custom_fields')) atEnd.push('me')
  return [...own, ...list, ...atEnd, 'checklist', 'sources']
}

/** Topics changed by a live event. */
export function topicsOfEvent(event: LiveEvent): string[] {
  if (event.type === 'run') return topicsOfRun(event.run)
  if (event.type === 'list') return ['lists', `list:${event.list_id}`]
  if (event.type === 'notification') return ['notifications']
  if (event.type === 'autopilot') return ['autopilots']
  return event.type === 'wallet' ? ['wallet'] : []
}
