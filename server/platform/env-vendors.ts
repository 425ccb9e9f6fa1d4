import { CONTACT_CRMS, type ContactCrmId } from '#contract/core/crms/index.ts'

type Names =
  | `${'HUNTER' | 'PEOPLE_DATA_LABS' | 'APOLLO' | 'GITHUB' | 'MODASH' | 'BLUESKY' | 'GOOGLE_PLACES' | 'OVERPASS' | 'NOMINATIM' | 'YOUTUBE' | 'OPENAI'}_BASE_URL`
  | `${Uppercase<ContactCrmId>}_${'BASE_URL' | 'CONSENT_URL' | 'CLIENT_ID' | 'CLIENT_SECRET'}`
  | `STRIPE_${'SECRET_KEY' | 'WEBHOOK_SECRET' | 'CONNECT_WEBHOOK_SECRET' | 'CLIENT_ID' | 'BASE_URL'}`
  | 'OPENAI_API_KEY'
  | 'OPENAI_MODEL'
  | 'PAYKICKSTART_BASE_URL'

export type VendorVariables = { readonly [Name in Names]?: string | undefined }

/** Variables of a CRM begin with its id. */
const readCrm = (variables: VendorVariables, id: Uppercase<ContactCrmId>) => ({
  baseUrl: variables[`${id}_BASE_URL`],
  consentUrl: variables[`${id}_CONSENT_URL`],
  clientId: variables[`${id}_CLIENT_ID`],
  clientSecret: variables[`${id}_CLIENT_SECRET`],
})

/** Base URLs of lead vendors, the platform's model, CRMs and PayKickstart, where the operator set them. */
export const readVendors = (variables: VendorVariables) => ({
  vendorUrls: {
    hunter: variables.HUNTER_BASE_URL,
    'people-data-labs': variables.PEOPLE_DATA_LABS_BASE_URL,
    apollo: variables.APOLLO_BASE_URL,
    github: variables.GITHUB_BASE_URL,
    modash: variables.MODASH_BASE_URL,
    bluesky: variables.BLUESKY_BASE_URL,
    'google-places': variables.GOOGLE_PLACES_BASE_URL,
    osm: variables.OVERPASS_BASE_URL,
    nominatim: variables.NOMINATIM_BASE_URL,
    youtube: variables.YOUTUBE_BASE_URL,
  },
  openAi: {
    baseUrl: variables.OPENAI_BASE_URL,
    key: variables.OPENAI_API_KEY,
    model: variables.OPENAI_MODEL,
  },
  crms: Object.fromEntries(
    CONTACT_CRMS.map((id) => [id, readCrm(variables, id.toUpperCase() as Uppercase<ContactCrmId>)]),
  ) as Record<ContactCrmId, ReturnType<typeof readCrm>>,
  payKickstartUrl: variables.PAYKICKSTART_BASE_URL,
  stripe: {
    secretKey: variables.STRIPE_SECRET_KEY,
    webhookSecret: variables.STRIPE_WEBHOOK_SECRET,
    connectWebhookSecret: variables.STRIPE_CONNECT_WEBHOOK_SECRET,
    clientId: variables.STRIPE_CLIENT_ID,
    baseUrl: variables.STRIPE_BASE_URL,
  },
})
