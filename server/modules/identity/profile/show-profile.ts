import type { User } from '#contract/identity/user.ts'
import { findAccount, findUser } from '#server/modules/accounts/accounts/index.ts'
import { isModelSupported } from '#server/modules/accounts/plans/index.ts'
import { describeAccess } from '#server/modules/accounts/subscriptions/index.ts'
import { findTermsToAccept } from '#server/modules/accounts/terms/index.ts'
import { findModelKey, formatMask } from '#server/modules/ai/models/index.ts'
import {
  findChatKey,
  findSiteById,
  findSiteOfHost,
  isBrandTeam,
  showBrandOfPeople,
} from '#server/modules/branding/sites/index.ts'
import { hasSecondFactor } from '#server/modules/identity/second-factor/index.ts'
import { showActing } from '#server/modules/identity/sessions/index.ts'
import { findCustomFields, presentCustomField } from '#server/modules/leads/custom-fields/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Actor, isAdministrator } from '#server/platform/http/actor.ts'
import { findPause } from '#server/platform/pause.ts'
import { presentUser } from './present-user.ts'

/** Where a call comes from. */
export interface From {
  ip: string
  host: string
  userAgent: string
}

/** Who is logged in as the person, with the brand that the person would see; null otherwise. */
async function showActingInBrand(ctx: Context, { actor, host }: Caller): Promise<User['acting']> {
  const acting = await showActing(ctx, actor)
  return acting && { ...acting, brand: await showBrandOfPeople(ctx, actor.realmId, host) }
}

/** Whose request shows the person; null while signing in. */
type Caller = { actor: Actor; host: string }

/** What administrators of a restored server have to know; others don't get in. */
async function describePause(ctx: Context, actor: Actor | null): Promise<string | null> {
  if (!actor || !isAdministrator(actor) || !(await findPause(ctx.db))) return null
  return 'This server was restored from a backup, and its work is paused: it sends nothing. Start its work on the page Backups'
}

export async function showUser(
  ctx: Context,
  userId: number,
  siteId: number | null,
  caller: Caller | null = null,
): Promise<User> {
  const actor = caller?.actor ?? null
  const user = await findUser(ctx, userId)
  const account = user && (await findAccount(ctx, user.account_id))
  if (!user || !account) throw notFound('The user')
  // At the same time: every page waits for them, and the database may be a network away.
  const [site, chatKey, secondFactor, termsToAccept, key, fields, acting, pause, access, modelSupported] =
    await Promise.all([
      findSiteById(ctx, siteId),
      findChatKey(ctx, siteId),
      hasSecondFactor(ctx, user.id),
      findTermsToAccept(ctx, user.id, siteId),
      findModelKey(ctx.db, account.id),
      findCustomFields(ctx.db, account.id),
      caller && showActingInBrand(ctx, caller),
      describePause(ctx, actor),
      describeAccess(ctx.db, account, ctx.clock.now()),
      isModelSupported(ctx.db, account.id),
    ])
  return presentUser(user, account, {
    identity: chatKey ?? { key: ctx.secretKey, subject: 'id' },
    secondFactor,
    termsToAccept,
    modelKey: key ? formatMask(key) : null,
    customFields: fields.map(presentCustomField),
    actor,
    acting,
    brandScripts: actor?.acting == null && !(site && isBrandTeam(site, user)),
    accessMessage: pause ?? access,
    modelSupported,
  })
}

export async function showProfile(ctx: Context, actor: Actor, host: string): Promise<User> {
  return showUser(ctx, actor.userId, (await findSiteOfHost(ctx, host))?.id ?? null, { actor, host })
}
