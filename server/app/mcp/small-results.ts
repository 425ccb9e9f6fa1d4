import * as z from 'zod/mini'
import { RUN_STATES, type Run } from '#contract/activity/runs.ts'
import { Id, Timestamp } from '#contract/core/common.ts'
import { counted } from '#contract/core/plural.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { List } from '#contract/leads/lists.ts'

/** Maximum characters of a value for an agent; the rest is in the export. */
const MAX_VALUE_LENGTH = 200

const short = (value: string | number): string | number =>
  typeof value === 'string' && value.length > MAX_VALUE_LENGTH
    ? `${value.slice(0, MAX_VALUE_LENGTH)}…`
    : value

/** A run for an agent. */
export const SmallRun = z.strictObject({
  run_id: Id,
  kind: z.string(),
  state: z.enum(RUN_STATES),
  list_id: z.nullable(Id),
  done: z.int(),
  total: z.nullable(z.int()),
  counts: z.record(z.string(), z.int()),
  credits_charged: z.int(),
  credits_held: z.int(),
  error: z.optional(z.string()),
})
/** What to call next. */
export const next = z.string()

export const smallRun = ({
  id,
  kind,
  state,
  list_id,
  total,
  done,
  counts,
  cost,
  reserved,
  error,
}: Run): z.output<typeof SmallRun> => ({
  run_id: id,
  kind,
  state,
  list_id,
  done,
  total,
  counts,
  credits_charged: cost,
  credits_held: reserved,
  ...(error && { error: error.message }),
})

export const SmallList = z.strictObject({
  list_id: Id,
  name: z.string(),
  type: z.string(),
  leads: z.int(),
  emails: z.int(),
  last_run: z.nullable(z.strictObject({ run_id: Id, kind: z.string(), state: z.enum(RUN_STATES) })),
  created_at: Timestamp,
})

export const smallList = ({ id, name, type, total, emails, last_run, created_at }: List) => ({
  list_id: id,
  name,
  type,
  leads: total,
  emails,
  last_run: last_run && { run_id: last_run.id, kind: last_run.kind, state: last_run.state },
  created_at,
})

/** Timestamps and exact coordinates are of no use to agents. */
const LEFT_OUT: ReadonlySet<string> = new Set(['lat', 'lon', 'added_at'])

/** Values by field, beside the id. */
export const SmallLead = z.catchall(z.object({ lead_id: Id }), z.unknown())

export const smallLead = ({ id, values }: Lead) => ({
  lead_id: id,
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !LEFT_OUT.has(name))
      .map(([name, value]) => [name, short(value)]),
  ),
})

/** A price as a sentence for people. */
export const priceText = ({ expected, max }: { expected: number; max: number }): string => {
  if (max === 0) return 'Free: 0 credits'
  return expected === max
    ? `At most ${counted(max, 'credit')}`
    : `About ${expected.toLocaleString('en')} (at most ${counted(max, 'credit')})`
}

export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.strictObject({
    data: z.array(item),
    total: z.int(),
    page: z.int(),
    next_page: z.optional(z.int()),
  })

export const presentPage = <T>(
  { total, currentPage, pageSize }: { total: number; currentPage: number; pageSize: number },
  data: T[],
) => ({
  data,
  total,
  page: currentPage,
  ...(currentPage * pageSize < total && { next_page: currentPage + 1 }),
})
