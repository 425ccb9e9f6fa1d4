/** Fields a column of an imported file can be mapped to. */
export const PLACE_FIELDS = [
  'id',
  'name',
  'category',
  'street',
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
] as const
export type PlaceField = (typeof PLACE_FIELDS)[number]
