import type { Line } from './access-rules.ts'

const staff = { rule: 'staff', scope: 'admin', ok: 200 } as const
const NOT_OWNED = 2_000_000_000
const JOB = '00000000-0000-4000-8000-000000000000'
const BACKUP = { name: 'leadwright-2020-01-01T00-00-00Z.tar.gz' }
const PROMPT = { type: 'local', prompt_type: 'summary' } as const

/** Calls of the installation's staff: errors, all runs and jobs, settings, histories, prompts. */
export const OPERATIONS_LINES: Record<string, Line> = {
  'appErrors.index': staff,
  'appErrors.show': { ...staff, ok: 404, input: () => ({ params: { id: NOT_OWNED } }) },
  'appErrors.solve': { ...staff, ok: 404, input: () => ({ params: { id: NOT_OWNED } }) },
  'appErrors.reopen': { ...staff, ok: 404, input: () => ({ params: { id: NOT_OWNED } }) },
  'allRuns.index': staff,
  'allRuns.show': { ...staff, ok: 404, input: () => ({ params: { account_id: 1, id: NOT_OWNED } }) },
  'allRuns.cancel': { ...staff, ok: 404, input: () => ({ params: { account_id: 1, id: NOT_OWNED } }) },
  'allRuns.retry': { ...staff, ok: 404, input: () => ({ params: { account_id: 1, id: NOT_OWNED } }) },
  'failingWebhooks.index': staff,
  'backups.index': staff,
  'backups.make': { ...staff, ok: 409 },
  'backups.check': { ...staff, ok: 404, input: () => ({ params: BACKUP }) },
  'backups.download': { rule: 'staff', ok: 404, input: () => ({ params: BACKUP, body: {} }) },
  'installation.resume': staff,
  'installation.export': staff,
  'installation.diff': { ...staff, input: () => ({ body: { document: { installation: 'Matrix' } } }) },
  'installation.apply': {
    ...staff,
    input: () => ({
      body: { document: { installation: 'Matrix', site: { own: { support_email: 'help@matrix.example' } } } },
    }),
  },
  'jobs.index': staff,
  'jobs.queues': staff,
  'jobs.cancel': { ...staff, ok: 404, input: () => ({ params: { id: JOB } }) },
  'jobs.retry': { ...staff, ok: 404, input: () => ({ params: { id: JOB } }) },
  'settings.index': staff,
  'settings.set': {
    ...staff,
    input: () => ({ params: { name: 'error_reports' }, body: { value: false } }),
  },
  'histories.index': staff,
  'platformPrompts.index': staff,
  'platformPrompts.versions': { ...staff, input: () => ({ params: PROMPT }) },
  'platformPrompts.update': {
    ...staff,
    ok: 409,
    input: () => ({
      params: PROMPT,
      body: { text: 'Summarise.', max_characters: 200, language: 'en', version: 99 },
    }),
  },
  'platformPrompts.restore': { ...staff, ok: 409, input: () => ({ params: PROMPT, body: { version: 0 } }) },
  'generations.index': staff,
}
