import * as z from 'zod/mini'

/** One thing that was checked. A `warning` is worth a look; a `problem` keeps something from working. */
export const Check = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'problem']),
  message: z.string(),
  /** What to do about it. */
  remedy: z.nullable(z.string()),
})
export type Check = z.infer<typeof Check>

/** What `leadwright doctor` found. `ok`: no problem, though there may be warnings. */
export const DoctorReport = z.object({ ok: z.boolean(), version: z.string(), checks: z.array(Check) })
export type DoctorReport = z.infer<typeof DoctorReport>
