import { CRM_KINDS, CRMS } from '#contract/core/crms/index.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import { findPlatformSite, findSiteOfRealm } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ContactCrm } from '#server/providers/crms/index.ts'
import { contactCrmsOf } from './crm-clients.ts'

/** CRMs offered by the brand of a realm's accounts. */
export async function listOfferedCrms(ctx: Context, realmId: number): Promise<readonly CrmId[]> {
  const brand = (await findSiteOfRealm(ctx, realmId)) ?? (await findPlatformSite(ctx))
  return (brand?.crms ?? CRMS) as readonly CrmId[]
}

export async function requireOfferedCrm(ctx: Context, actor: Actor, crm: CrmId): Promise<void> {
  if (!(await listOfferedCrms(ctx, actor.realmId)).includes(crm))
    throw conflict(`${CRM_KINDS[crm].label} is not offered here`)
}

export function findContactCrm(ctx: Context, id: CrmId): ContactCrm {
  const crm = contactCrmsOf(ctx).get(id)
  if (!crm) throw conflict(`${CRM_KINDS[id].label} can’t be connected this way`)
  return crm
}
