import * as z from 'zod/mini'
import { AUDIT_ACTIONS, type AuditAction } from './audit.ts'
import { AuditEntry } from './audit-log.ts'
import { Day, page, pageQuery } from './common.ts'
import { defineArea } from './define-area.ts'

/** History areas, by the first part of their actions. */
const AREAS = {
  users: [
    'account',
    'ai_limits',
    'credits',
    'email',
    'member',
    'password',
    'profile',
    'second_factor',
    'staff',
    'user',
  ],
  plans: ['access_policy', 'credit_packs', 'package', 'plan', 'subscription'],
  prompts: ['platform_prompt', 'prompt'],
  settings: ['brand', 'domain', 'mail_server', 'mail_template', 'setting', 'source', 'terms'],
} as const
export type HistoryArea = keyof typeof AREAS
export const HISTORY_AREAS = Object.keys(AREAS) as [HistoryArea, ...HistoryArea[]]

/** The actions of one area, or of all. */
export const historyActions = (area: HistoryArea | undefined): AuditAction[] => {
  const actions: readonly string[] = area ? AREAS[area] : Object.values(AREAS).flat()
  return (Object.keys(AUDIT_ACTIONS) as AuditAction[]).filter((action) =>
    actions.includes(action.split('.')[0] as string),
  )
}

export const HistoryEntry = z.extend(AuditEntry, {
  account: z.string().check(z.describe('Account of the audit log')),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

const api = defineArea({ tag: 'Histories', access: { can: 'see_admin' }, scope: 'admin' })

export const histories = api.get('/api/admin/histories', {
  name: 'histories.index',
  reads: ['histories'],
  summary: 'Changes of users, plans, prompts and settings in all accounts, newest first',
  description:
    'From the audit logs: who, when, before and after. `search` finds people by name or email. Days are those of the account’s time zone.',
  query: z.strictObject({
    ...pageQuery,
    area: z.optional(z.enum(HISTORY_AREAS)),
    search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  reply: page(HistoryEntry),
  cli: {
    name: 'histories list',
    options: { area: { value: 'settings', help: 'Only one: {choices}' } },
    limit: 50,
    examples: ['leadwright histories list --area plans --json'],
    columns: { AT: 'at', CHANGE: 'label', WHO: 'user.email', ACCOUNT: 'account', SUBJECT: 'subject' },
  },
})
