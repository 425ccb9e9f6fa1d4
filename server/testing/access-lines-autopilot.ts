import type { Line } from './access-rules.ts'

const read = { rule: 'leads', scope: 'read', ok: 200 } as const
const write = { rule: 'leads', scope: 'write', ok: 200, foreign: 'hidden' } as const
const spend = { rule: 'leads', scope: 'spend', foreign: 'hidden' } as const
const DAILY = { every: 'day', at: '09:00' }

export const AUTOPILOT_LINES: Record<string, Line> = {
  'autopilots.index': read,
  'autopilots.next': { ...read, input: () => ({ body: DAILY }) },
  'autopilots.try': {
    ...read,
    foreign: 'hidden',
    input: ({ searchedList }) => ({ body: { list_id: searchedList } }),
  },
  'autopilots.show': {
    ...read,
    foreign: 'hidden',
    input: ({ autopilot }) => ({ params: { id: autopilot } }),
  },
  'autopilots.runs': {
    ...read,
    foreign: 'hidden',
    input: ({ autopilot }) => ({ params: { id: autopilot } }),
  },
  'autopilots.create': {
    ...spend,
    ok: 201,
    input: ({ searchedList }) => ({ body: { list_id: searchedList, ...DAILY } }),
  },
  'autopilots.change': {
    ...spend,
    ok: 200,
    input: ({ autopilot }) => ({ params: { id: autopilot }, body: { ...DAILY, version: 1 } }),
  },
  'autopilots.run': { ...spend, ok: 201, input: ({ autopilot }) => ({ params: { id: autopilot } }) },
  'autopilots.pause': { ...write, input: ({ autopilot }) => ({ params: { id: autopilot } }) },
  'autopilots.resume': {
    ...spend,
    ok: 200,
    after: 'autopilots.pause',
    input: ({ autopilot }) => ({ params: { id: autopilot } }),
  },
  'autopilots.duplicate': { ...write, ok: 201, input: ({ autopilot }) => ({ params: { id: autopilot } }) },
  'autopilots.delete': { ...write, input: ({ autopilot }) => ({ params: { id: autopilot } }) },
  'autopilots.restore': {
    ...write,
    input: ({ deletedAutopilot }) => ({ params: { id: deletedAutopilot } }),
  },
}
