import type { Run } from '#contract/activity/runs.ts'
import type { User } from '#contract/identity/user.ts'

const MOMENT = '2026-01-02T03:04:05.000Z'

/** A run as the server returns it; `extra` overrides. */
export const runReply = (extra: Partial<Run> = {}): Run => ({
  id: 7,
  kind: 'search',
  state: 'succeeded',
  title: 'brewery near Portland, Oregon',
  list_id: 3,
  list_type: 'local',
  total: 40,
  done: 40,
  counts: { matched: 40, delivered: 38, already_in_list: 2, charged: 38 },
  cost: 38,
  reserved: 0,
  cancel_requested: false,
  file: null,
  error: null,
  acted_by: null,
  created_by: 'me@example.com',
  created_at: MOMENT,
  started_at: MOMENT,
  finished_at: MOMENT,
  ...extra,
})

/** The price of a search: this many credits of those available. */
export const quoteReply = (credits: number, available: number) => {
  const span = { min: 0, expected: credits, max: credits }
  return {
    id: 1,
    matched: 40,
    near: null,
    already_saved: 0,
    already_in_lists: 0,
    already_exported: 0,
    already_in_crm: 0,
    already_paid: 0,
    without_coordinates: 0,
    not_applied: [],
    left_out: [],
    retention: [],
    skipped: [],
    leads: span,
    credits: span,
    unit_cost: 1,
    available,
    affordable: available,
    expires_at: MOMENT,
  }
}

/** The response to starting a search. */
export const startedReply = (name: string) => ({
  data: {
    id: 3,
    name,
    type: 'local',
    near: null,
    skipped: [],
    run: runReply({ state: 'queued', done: 0, counts: {}, cost: 0 }),
  },
})

/** An upload as the server returns it. */
export const uploadReply = (size: number, offset: number, chunk_size: number) => ({
  data: {
    id: 'upload-0123456789',
    name: 'places.csv',
    size,
    offset,
    complete: offset === size,
    chunk_size,
    expires_at: MOMENT,
  },
})

/** The response to a sign-in. */
export function loginReply(email: string, token: string) {
  const user: User = {
    id: 1,
    email,
    first_name: 'Sample',
    last_name: 'Person',
    role: 'admin',
    created_at: MOMENT,
    hash_hmac: 'ab',
    modules: [{ id: 2, slug: 'leads' }],
    isMainUser: true,
    accessToWallet: true,
    can: ['see_work', 'see_crm', 'use_wallet', 'manage_team'],
    parentSettings: { support_open_ai_api_key: false },
    open_ai_api_key: null,
    formats: { time_zone: null, locale: null, hour_cycle: null },
    account: {
      id: 1,
      name: 'Sample',
      time_zone: 'UTC',
      delete_at: null,
      access: { level: 'full', message: null },
    },
    has_password: true,
    second_factor: false,
    terms_to_accept: null,
    custom_fields: [],
    acting: null,
    brand_scripts: true,
  }
  return { data: { authorisation: { token, type: 'bearer' as const, expires_at: MOMENT }, user } }
}
