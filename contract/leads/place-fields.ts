/** Networks whose business profiles are in the corpus. */
export const SOCIAL_NETWORKS = ['linkedin', 'facebook', 'instagram', 'x', 'youtube', 'tiktok'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

/** Fields that columns of an imported file can be mapped to. */
export const PLACE_FIELDS = [
  'id',
  'name',
  'category',
  'street',
  'house_number',
  'city',
  'state',
  'postal_code',
  'country',
  'phone',
  'website',
  'email',
  'lat',
  'lon',
  'status',
  ...SOCIAL_NETWORKS,
] as const
export type PlaceField = (typeof PLACE_FIELDS)[number]

/** What a search can require a place to have or not to have. */
export const PLACE_ASSETS = ['website', 'phone', 'email', ...SOCIAL_NETWORKS] as const
export type PlaceAsset = (typeof PLACE_ASSETS)[number]

export const SOCIAL_LABELS: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
}
