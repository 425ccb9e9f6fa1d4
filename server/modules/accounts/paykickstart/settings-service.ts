import type { PayKickstartSettings, savePayKickstart } from '#contract/accounts/paykickstart.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { offersOf } from './offers.ts'
import * as store from './settings-store.ts'

type Input = ParsedInput<typeof savePayKickstart>['body']

export interface SettingsDeps {
  db: Db
  clock: Clock
  secretBox: SecretBox
  /** The notification URL for PayKickstart. */
  ipnUrl(): string
}

/** The sealed secret's kind and owner. */
export const secretContext = {
  apiKey: (accountId: number) => `paykickstart-key:${accountId}`,
  campaign: ({ account_id, campaign_id }: Pick<store.CampaignRow, 'account_id' | 'campaign_id'>) =>
    `paykickstart-campaign:${account_id}:${campaign_id}`,
}

const HINT_LENGTH = 4
const hintOf = (secret: string) => (secret.length >= 12 ? secret.slice(-HINT_LENGTH) : null)

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

/** A reseller's PayKickstart settings. Secrets are sealed and never returned. */
export function createPayKickstartSettings({ db, clock, secretBox, ipnUrl }: SettingsDeps) {
  async function show({ accountId }: Pick<Actor, 'accountId'>): Promise<PayKickstartSettings> {
    const [settings, campaigns, products] = await Promise.all([
      store.findSettings(db, accountId),
      store.campaignsOf(db, accountId),
      store.productsOf(db, accountId),
    ])
    return {
      ipn_url: ipnUrl(),
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
    accountId: number,
    campaigns: Input['campaigns'],
  ): Promise<store.CampaignRow[]> {
    const before = new Map((await store.campaignsOf(db, accountId)).map((row) => [row.campaign_id, row]))
    const seen = new Set<string>()
    return campaigns.map(({ id, secret }, at) => {
      if (seen.has(id)) throw invalidField(`campaigns.${at}.id`, 'This campaign is listed already')
      seen.add(id)
      const row = { account_id: accountId, campaign_id: id }
      if (secret !== undefined)
        return {
          ...row,
          secret: secretBox.seal(secret, secretContext.campaign(row)),
          secret_hint: hintOf(secret),
        }
      const stored = before.get(id)
      if (!stored) throw invalidField(`campaigns.${at}.secret`, MESSAGES.required)
      return stored
    })
  }

  return {
    show,

    /** @throws AppError validation_failed. */
    save: (actor: Actor, input: Input): Promise<PayKickstartSettings> =>
      transaction(db, async () => {
        const { accountId } = actor
        const before = await store.findSettings(db, accountId)
        const campaigns = await sealedCampaigns(accountId, input.campaigns)
        checkProducts(input, await offersOf(db, accountId))
        const { api_key: key } = input
        const sealed =
          key === undefined
            ? { api_key: before?.api_key ?? null, api_key_hint: before?.api_key_hint ?? null }
            : {
                api_key: key && secretBox.seal(key, secretContext.apiKey(accountId)),
                api_key_hint: key && hintOf(key),
              }
        if (input.portal_id !== null && sealed.api_key === null)
          throw invalidField('api_key', 'The billing portal needs the API key')
        await store.replaceSettings(
          db,
          { account_id: accountId, portal_id: input.portal_id, ...sealed },
          campaigns,
          input.products.map(({ package_id, ...product }) => ({ ...product, plan_id: package_id })),
          clock.now(),
        )
        const detail = { campaigns: campaigns.map((row) => row.campaign_id), products: input.products.length }
        recordAudit(db, { accountId, subject: `account:${accountId}`, detail })
        return show(actor)
      }),

    remove: ({ accountId }: Actor): Promise<void> =>
      transaction(db, async () => {
        if (!(await store.removeSettings(db, accountId))) return markUnchanged()
        recordAudit(db, { accountId, subject: `account:${accountId}` })
      }),
  }
}

export type PayKickstartSettingsService = ReturnType<typeof createPayKickstartSettings>
