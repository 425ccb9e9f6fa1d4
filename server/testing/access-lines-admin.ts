import { STATISTICS } from '#contract/admin/statistics/index.ts'
import type { Line } from './access-rules.ts'

const REASON = 'Requested by phone'
let number = 0
const freshEmail = () => `made-by-admin-${++number}@people.example`

/** Staff pages that read across accounts. Nobody else has access, whoever owns the record. */
export const ADMIN_LINES: Record<string, Line> = {
  'users.index': { rule: 'staff', scope: 'admin', ok: 200 },
  'users.show': {
    rule: 'staff',
    scope: 'admin',
    ok: 200,
    input: ({ teammate }) => ({ params: { id: teammate } }),
  },
  'users.create': {
    rule: 'staff',
    scope: 'admin',
    ok: 201,
    input: () => ({ body: { first_name: 'Ann', email: freshEmail(), password: 'a long sample password' } }),
  },
  'users.update': {
    rule: 'staff',
    scope: 'admin',
    ok: 200,
    input: ({ colleague }) => ({ params: { id: colleague }, body: { last_name: 'Hill' } }),
  },
  // The colleague has no second factor.
  'users.act': {
    rule: 'staff',
    scope: 'admin',
    ok: 409,
    input: ({ colleague }) => ({
      params: { id: colleague },
      body: { action: 'reset_second_factor', reason: REASON },
    }),
  },
  // An unused id.
  'users.delete': {
    rule: 'staff',
    scope: 'admin',
    ok: 404,
    input: () => ({ params: { id: 999_999_999 }, body: { reason: REASON } }),
  },
  'users.restore': {
    rule: 'staff',
    scope: 'admin',
    ok: 409,
    input: ({ colleague }) => ({ params: { id: colleague } }),
  },
  'dashboard.show': { rule: 'staff', scope: 'admin', ok: 200 },
  ...Object.fromEntries(
    STATISTICS.map(({ name }) => [name, { rule: 'staff', scope: 'admin', ok: 200 } as const]),
  ),
  'userAnalytics.export': {
    rule: 'staff',
    scope: 'export',
    ok: 200,
    input: () => ({ body: { report: 'credit-usage' } }),
  },
  'reports.subscriptions': { rule: 'staff', scope: 'admin', ok: 200 },
  'reports.exportSubscriptions': { rule: 'staff', scope: 'export', ok: 200, input: () => ({ body: {} }) },
  'reports.schedule': { rule: 'staff', scope: 'admin', ok: 200 },
  'reports.setSchedule': {
    rule: 'staff',
    scope: 'admin',
    ok: 200,
    input: () => ({ body: { frequency: 'weekly' } }),
  },
}
