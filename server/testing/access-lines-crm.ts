import type { CallRecords, Line } from './access-rules.ts'

const read = { rule: 'memberModule', scope: 'read' } as const
const own = { rule: 'mainUser', scope: 'write' } as const
const at = ({ crmConnection }: CallRecords) => ({ params: { id: crmConnection } })
const mapped = ({ crmConnection }: CallRecords) => ({ params: { id: crmConnection, type: 'local' } })
const request = ({ list, leads, crmConnection }: CallRecords) => ({
  params: { type: 'local', id: list },
  body: { connection_id: crmConnection, selection: { resultIds: leads } },
})
const ofRun = ({ crmRun }: CallRecords) => ({ params: { id: crmRun } })
const HOOK = { crm: 'zapier', url: 'https://hooks.zapier.com/hooks/catch/1/abc/' }

/** Calls about CRMs, without those that reach a CRM, which the module's tests cover. */
export const CRM_LINES: Record<string, Line> = {
  'crm.connections': { ...read, ok: 200 },
  'crm.connect': { ...own, ok: 201, input: () => ({ body: HOOK }) },
  // There is no OAuth client for the CRM; checked last.
  'crm.startConsent': { rule: 'mainUser', ok: 409, input: () => ({ body: { crm: 'ghl' } }) },
  'crm.finishConsent': {
    rule: 'mainUser',
    ok: 422,
    input: () => ({ body: { state: 'made-up', code: 'made-up' } }),
  },
  'crm.test': { ...own, ok: 200, foreign: 'hidden', input: at },
  'crm.disconnect': { ...own, ok: 200, foreign: 'hidden', input: at },
  'crm.fields': { ...read, ok: 200, foreign: 'hidden', input: at },
  // Zapier has no fields.
  'crm.createField': {
    ...own,
    ok: 409,
    foreign: 'hidden',
    input: (things) => ({ ...at(things), body: { label: 'Score' } }),
  },
  // Zapier has no fields.
  'crm.createMissingFields': { ...own, ok: 409, foreign: 'hidden', input: mapped },
  'crm.owners': { ...read, ok: 200, foreign: 'hidden', input: at },
  'crm.mapping': { ...read, ok: 200, foreign: 'hidden', input: mapped },
  'crm.saveMapping': {
    ...own,
    ok: 200,
    foreign: 'hidden',
    input: (things) => ({
      ...mapped(things),
      body: { items: [{ field: 'email', to: 'email' }], version: 0 },
    }),
  },
  // Nothing is read back from Zapier.
  'crm.wins': { ...read, ok: 409, foreign: 'hidden', input: at },
  'crm.saveWins': {
    ...own,
    ok: 409,
    foreign: 'hidden',
    input: (things) => ({ ...at(things), body: { sign: 'won' } }),
  },
  'crm.readWins': { ...own, ok: 409, foreign: 'hidden', input: at },
  // Zapier is no sender.
  'crm.campaigns': { ...read, ok: 409, foreign: 'hidden', input: at },
  'crm.outcomes': { rule: 'mainUser', scope: 'read', ok: 409, foreign: 'hidden', input: at },
  'crm.readOutcomes': { ...own, ok: 409, foreign: 'hidden', input: at },
  'crm.hook': { rule: 'open', ok: 404, input: () => ({ params: { token: 'made-up' }, body: {} }) },
  'crm.count': { ...read, rule: 'leads', ok: 200, foreign: 'hidden', input: request },
  'crm.preview': { rule: 'leads', scope: 'write', ok: 201, foreign: 'hidden', input: request },
  'crm.push': { rule: 'leads', scope: 'write', ok: 201, foreign: 'hidden', input: request },
  // None of its leads has failed.
  'crm.retry': { rule: 'leads', scope: 'write', ok: 409, foreign: 'hidden', input: ofRun },
  'crm.rows': { ...read, rule: 'leads', ok: 200, foreign: 'hidden', input: ofRun },
  'crm.ledger': {
    ...read,
    rule: 'leads',
    ok: 200,
    foreign: 'hidden',
    input: ({ list }) => ({ params: { type: 'local', id: list } }),
  },
}
