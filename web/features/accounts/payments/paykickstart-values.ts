import type { PayKickstartSettings, savePayKickstart } from '#contract/accounts/paykickstart.ts'
import type { CallInput } from '#contract/core/endpoint.ts'

export interface CampaignRow {
  id: string
  /** Empty keeps the saved one. */
  secret: string
  isStored: boolean
  hint: string | null
}
export interface ProductRow {
  campaign_id: string
  product_id: string
  /** `package:7` or `pack:3`. */
  offer: string
  checkout_url: string
}
export interface Values {
  api_key: string
  portal_id: string
  campaigns: CampaignRow[]
  products: ProductRow[]
}

export const makeValues = (settings: PayKickstartSettings): Values => ({
  api_key: '',
  portal_id: settings.portal_id ?? '',
  campaigns: settings.campaigns.map(({ id, secret_hint }) => ({
    id,
    secret: '',
    isStored: true,
    hint: secret_hint,
  })),
  products: settings.products.map(({ package_id, pack_id, checkout_url, ...ids }) => ({
    ...ids,
    offer: package_id === null ? `pack:${pack_id}` : `package:${package_id}`,
    checkout_url: checkout_url ?? '',
  })),
})

const readId = (offer: string, kind: 'package' | 'pack'): number | null => {
  const [is, id] = offer.split(':')
  return is === kind && id ? Number(id) : null
}

export const makeBody = ({
  api_key,
  portal_id,
  campaigns,
  products,
}: Values): CallInput<typeof savePayKickstart>['body'] => ({
  ...(api_key && { api_key }),
  portal_id: portal_id.trim() || null,
  campaigns: campaigns.map(({ id, secret }) => ({ id, ...(secret && { secret }) })),
  products: products.map(({ offer, checkout_url, ...ids }) => ({
    ...ids,
    package_id: readId(offer, 'package'),
    pack_id: readId(offer, 'pack'),
    checkout_url: checkout_url.trim() || null,
  })),
})
