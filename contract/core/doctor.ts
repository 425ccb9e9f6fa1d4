import * as z from 'zod/mini'

/** One check. A `warning` is worth a look; a `problem` breaks something. */
export const Check = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'problem']),
  message: z.string(),
  /** How to solve it. */
  remedy: z.nullable(z.string()),
})
export type Check = z.infer<typeof Check>

/** Result of `leadwright doctor`. `ok`: no problem, possibly warnings. */
export const DoctorReport = z.object({ ok: z.boolean(), version: z.string(), checks: z.array(Check) })
export type DoctorReport = z.infer<typeof DoctorReport>
