import * as z from 'zod/mini'

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)))

/** The newest checkpoint of the whole audit log. A copy kept elsewhere reveals a rollback of the log. */
export const AuditHead = z.object({
  n: z.int(),
  at: z.string(),
  entries: z.int(),
  root: hex(32),
  mac: hex(32),
  signature: z.optional(hex(64)).check(z.describe('Ed25519 over `n root`, by a key made from the audit key')),
  public_key: z.optional(hex(32)),
})
export type AuditHead = z.infer<typeof AuditHead>
