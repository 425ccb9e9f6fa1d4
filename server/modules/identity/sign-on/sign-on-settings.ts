import type { SignOn, saveSignOn as saveEndpoint } from '#contract/branding/sign-on.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  auditSiteChange,
  ensureSiteScope,
  findSiteScope,
  listSignOnReturns,
  presentSignOn,
  readSignOnSecret,
  writeSignOn,
} from '#server/modules/branding/sites/index.ts'
import { fieldChanges } from '#server/modules/core/audit/index.ts'
import { endOtherSignIns } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { SignOnError } from '#server/providers/sign-on/index.ts'

type Body = ParsedInput<typeof saveEndpoint>['body']

export async function showSignOn(ctx: Context, actor: Actor, accountId: number | undefined) {
  const { account, site } = await findSiteScope(ctx, actor, accountId)
  const isPlatform = account.parent_id === null
  return {
    data: await presentSignOn(ctx, site, isPlatform),
    redirect_uris: await listSignOnReturns(ctx, site, isPlatform),
  }
}

/** Asks the provider before anything is saved. @throws AppError validation_failed */
export async function checkSignOn(
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  body: Body,
): Promise<void> {
  const { account, site } = await findSiteScope(ctx, actor, accountId)
  if (account.parent_id === null && body.groups.some(({ owner }) => owner))
    throw invalidField('groups', 'Platform members can’t become owners here')
  const clientSecret = body.client_secret === undefined ? readSignOnSecret(ctx, site) : body.client_secret
  try {
    await ctx.signOn.check({ issuer: body.issuer, clientId: body.client_id, clientSecret })
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error
    ctx.log.warn({ issuer: body.issuer, detail: error.detail }, 'the provider of a sign-on was refused')
    throw invalidField(
      'issuer',
      'No OpenID Connect provider answers at this address. It must be public, and its configuration must name the same issuer',
    )
  }
}

/** Saves what `checkSignOn` has checked. @throws AppError not_found */
export const saveSignOn = (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  { client_secret, ...settings }: Body,
): Promise<SignOn> =>
  transaction(ctx.db, async () => {
    const { account, site } = await ensureSiteScope(ctx, actor, accountId)
    const clientSecret = client_secret === undefined ? readSignOnSecret(ctx, site) : client_secret
    await writeSignOn(ctx, site.id, { settings, clientSecret })
    if (settings.enforced && !site.sign_on?.enforced) await endOtherSignIns(ctx, account.id)
    auditSiteChange(ctx, actor, account.id, `site:${site.id}`, fieldChanges(site.sign_on ?? {}, settings))
    const { data } = await showSignOn(ctx, actor, accountId)
    if (!data) throw new AppError('internal', 'The sign-on was not saved')
    return data
  })

export const removeSignOn = (ctx: Context, actor: Actor, accountId: number | undefined): Promise<void> =>
  transaction(ctx.db, async () => {
    const { account, site } = await findSiteScope(ctx, actor, accountId)
    if (!site?.sign_on) throw notFound('The sign-on')
    await writeSignOn(ctx, site.id, null)
    auditSiteChange(ctx, actor, account.id, `site:${site.id}`, fieldChanges(site.sign_on, {}))
  })
