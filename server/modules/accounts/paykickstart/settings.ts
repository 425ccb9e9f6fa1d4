import type { PayKickstartSettings, savePayKickstart } from '#contract/accounts/paykickstart.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { listOffers } from './offers.ts'
import * as store from './settings-store.ts'

type Input = ParsedInput<typeof savePayKickstart>['body']

/** Path of notifications. */
export const IPN_PATH = '/webhooks/paykickstart'

/** The sealed secret's kind and owner. */
export const secretContext = {
  apiKey: (accountId: number) => `paykickstart-key:${accountId}`,
  campaign: ({ account_id, campaign_id }: Pick<store.CampaignRow, 'account_id' | 'campaign_id'>) =>
    `paykickstart-campaign:${account_id}:${campaign_id}`,
}

const HINT_LENGTH = 4
const makeHint = (secret: string) => (secret.length >= 12 ? secret.slice(-HINT_LENGTH) : null)

/** @throws AppError validation_failed for a duplicate product, or one of nothing on sale. */
function checkProducts(
  { campaigns, products }: Input,
  offers: { packages: ReadonlySet<number>; packs: ReadonlySet<number> },
): void {
  const known = new Set(campaigns.map(({ id }) => id))
  const seen = new Set<string>()
  for (const [at, { campaign_id, product_id, package_id, pack_id }] of products.entries()) {
    const field = (name: string) => `products.${at}.${name}`
    if (!known.has(campaign_id)) throw invalidField(field('campaign_id'), 'Choose one of your campaigns')
    const key = `${campaign_id}/${product_id}`
    if (seen.has(key)) throw invalidField(field('product_id'), 'This product is listed already')
    seen.add(key)
    if ((package_id === null) === (pack_id === null))
      throw invalidField(field('package_id'), 'Choose a package or a top-up pack')
    if (package_id !== null && !offers.packages.has(package_id))
      throw invalidField(field('package_id'), 'Choose one of your packages')
    if (pack_id !== null && !offers.packs.has(pack_id))
      throw invalidField(field('pack_id'), 'Choose one of your top-up packs')
  }
}

// A reseller's PayKickstart settings. Secrets are sealed and never returned.

export async function showPayKickstartSettings(
  ctx: Context,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<PayKickstartSettings> {
  const [settings, campaigns, products] = await Promise.all([
    store.findSettings(ctx.db, accountId),
    store.listCampaigns(ctx.db, accountId),
    store.listProducts(ctx.db, accountId),
  ])
  return {
    ipn_url: `${ctx.site.publicUrl()}${IPN_PATH}`,
    api_key_hint: settings?.api_key ? (settings.api_key_hint ?? '') : null,
    portal_id: settings?.portal_id ?? null,
    campaigns: campaigns.map(({ campaign_id, secret_hint }) => ({ id: campaign_id, secret_hint })),
    products: products.map(({ account_id: _account, plan_id, ...product }) => ({
      ...product,
      package_id: plan_id,
    })),
  }
}

/** Campaigns with the new secrets, or else the stored ones. @throws AppError validation_failed. */
async function sealedCampaigns(
  ctx: Context,
  accountId: number,
  campaigns: Input['campaigns'],
): Promise<store.CampaignRow[]> {
  const before = new Map((await store.listCampaigns(ctx.db, accountId)).map((row) => [row.campaign_id, row]))
  const seen = new Set<string>()
  return campaigns.map(({ id, secret }, at) => {
    if (seen.has(id)) throw invalidField(`campaigns.${at}.id`, 'This campaign is listed already')
    seen.add(id)
    const row = { account_id: accountId, campaign_id: id }
    if (secret !== undefined)
      return {
        ...row,
        secret: ctx.secretBox.seal(secret, secretContext.campaign(row)),
        secret_hint: makeHint(secret),
      }
    const stored = before.get(id)
    if (!stored) throw invalidField(`campaigns.${at}.secret`, MESSAGES.required)
    return stored
  })
}

/** @throws AppError validation_failed. */
export const savePayKickstartSettings = (
  ctx: Context,
  actor: Actor,
  input: Input,
): Promise<PayKickstartSettings> =>
  transaction(ctx.db, async () => {
    const { accountId } = actor
    const before = await store.findSettings(ctx.db, accountId)
    const campaigns = await sealedCampaigns(ctx, accountId, input.campaigns)
    checkProducts(input, await listOffers(ctx.db, accountId))
    const { api_key: key } = input
    const sealed =
      key === undefined
        ? { api_key: before?.api_key ?? null, api_key_hint: before?.api_key_hint ?? null }
        : {
            api_key: key && ctx.secretBox.seal(key, secretContext.apiKey(accountId)),
            api_key_hint: key && makeHint(key),
          }
    if (input.portal_id !== null && sealed.api_key === null)
      throw invalidField('api_key', 'The billing portal needs the API key')
    await store.replaceSettings(ctx.db, {
      settings: { account_id: accountId, portal_id: input.portal_id, ...sealed },
      campaigns,
      products: input.products.map(({ package_id, ...product }) => ({ ...product, plan_id: package_id })),
      now: ctx.clock.now(),
    })
    const detail = { campaigns: campaigns.map((row) => row.campaign_id), products: input.products.length }
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail })
    return showPayKickstartSettings(ctx, actor)
  })

export const removePayKickstartSettings = (ctx: Context, { accountId }: Actor): Promise<void> =>
  transaction(ctx.db, async () => {
    if (!(await store.removeSettings(ctx.db, accountId))) return markUnchanged()
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}` })
  })
