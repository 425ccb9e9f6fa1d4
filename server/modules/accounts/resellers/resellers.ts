import type { Reseller } from '#contract/accounts/resellers.ts'
import type { ModuleSlug } from '#contract/core/constants.ts'
import type { Context } from '#server/platform/context.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { pick } from '#server/platform/pick.ts'
import * as reads from './resellers-reads.ts'

export const presentReseller = (row: reads.ResellerRow): Reseller => ({
  ...pick(row, 'id', 'name', 'owner_email', 'brand_name', 'domain'),
  modules: row.modules as ModuleSlug[],
  customers: row.customers,
  sign_up: row.sign_up,
  created_at: row.created_at.toISOString(),
})

export async function listResellers(ctx: Context, query: { page: number; limit: number; search?: string }) {
  const { rows, total } = await reads.listResellers(ctx.db, query)
  return pageReply(rows.map(presentReseller), query, total)
}
