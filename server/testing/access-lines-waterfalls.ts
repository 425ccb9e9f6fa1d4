import type { CallRecords, Line } from './access-rules.ts'

const inList = (things: CallRecords) => ({ params: { type: 'local', id: things.list } })
const all = (things: CallRecords) => ({ selection: { resultIds: things.leads } })
const read = { rule: 'leads', scope: 'read' } as const
const own = { rule: 'leads', scope: 'write', ok: 200 } as const
const PHONES = { params: { want: 'phone' } }
const conditions = { stop_at: 'any', mobile_only: false, max_credits_per_lead: null, skip_confidence: null }

export const WATERFALL_LINES: Record<string, Line> = {
  'waterfalls.index': { ...read, ok: 200 },
  'waterfalls.save': {
    ...own,
    input: () => ({ ...PHONES, body: { steps: [{ source: 'website' }], conditions, version: 0 } }),
  },
  'waterfalls.reset': { ...own, input: () => PHONES },
  'waterfalls.quote': {
    ...read,
    ok: 201,
    foreign: 'hidden',
    input: (things) => ({ body: { want: 'email', type: 'local', list_id: things.list, ...all(things) } }),
  },
  'waterfalls.start': {
    rule: 'leads',
    scope: 'spend',
    ok: 201,
    foreign: 'hidden',
    input: (things) => ({ ...inList(things), body: { want: 'email', ...all(things) } }),
  },
  'waterfalls.getPhones': {
    rule: 'leads',
    scope: 'spend',
    ok: 201,
    foreign: 'hidden',
    input: ({ peopleList: { id, leads } }) => ({
      params: { type: 'people', id },
      body: { selection: { resultIds: leads } },
    }),
  },
  'waterfalls.steps': { ...read, ok: 200, foreign: 'hidden', input: ({ run }) => ({ params: { id: run } }) },
  'enrich.one': {
    rule: 'leads',
    scope: 'spend',
    ok: 202,
    input: () => ({ body: { values: { name: 'Ann Lee', domain: 'acme.example' }, want: ['email'] } }),
  },
  'enrich.show': {
    ...read,
    ok: 200,
    foreign: 'hidden',
    input: ({ enrichCall }) => ({ params: { id: enrichCall } }),
  },
  'emailFinder.find': {
    rule: 'leads',
    scope: 'spend',
    ok: 201,
    input: () => ({ body: { name: 'Ann Lee', domain: 'acme.example' } }),
  },
  'people.findSimilar': {
    rule: 'leads',
    scope: 'spend',
    ok: 201,
    foreign: 'hidden',
    input: ({ peopleList: { id, leads } }) => ({ params: { type: 'people', id }, body: { ids: leads } }),
  },
  'waterfalls.hook': {
    rule: 'open',
    ok: 404,
    input: () => ({ params: { source: 'apollo', token: 'made-up' }, body: {} }),
  },
}
