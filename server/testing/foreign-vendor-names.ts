/** What a vendor calls something of ours, which is nobody's id here. */
export const vendors = { nobodys: 'A name that the vendor gives' } as const

const SITES = [
  'sites.update body',
  'installation.apply body.document.site.*',
  'installation.apply body.document.sites.*.site.*',
  'installation.diff body.document.site.*',
  'installation.diff body.document.sites.*.site.*',
]
const FIELDS = ['chat_app_id', 'facebook_app_id', 'google_client_id']

/** Places of such names among the settings of a site. */
export const VENDOR_NAMES = Object.fromEntries(
  SITES.flatMap((site) => FIELDS.map((field) => [`${site}.${field}`, vendors] as const)),
)
