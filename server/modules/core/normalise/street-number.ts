/**
 * Countries that write the house number before the street; nearly all others write it behind. Of the address formats
 * of the Universal Postal Union.
 */
const NUMBER_FIRST = new Set(
  'US CA GB IE AU NZ ZA IN FR LU MC IL SG MY PH TH HK LK PK BD KE NG GH JM TT BS BB MT CY EG MA TN DZ SN CI AE SA QA KW OM JP TW'.split(
    ' ',
  ),
)
/** Words that begin a street where the number stands before it. */
const LEADING = /^(?:rue|avenue|boulevard|place|chemin|impasse|allée|quai|cours|route|square|passage)\b/i
/** Words that end one. */
const TRAILING =
  /\b(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|way|highway|parkway|terrace|crescent)\.?$/i

/**
 * A street with its number, in the country's order; without a country, as the street's own language has it. A street
 * that has the number already stays.
 * @param country code, or null if it is unknown
 */
export function joinStreet(street: string, number: string, country: string | null): string {
  const hasNumber = street
    .toLowerCase()
    .split(/[\s,]+/)
    .includes(number.toLowerCase())
  if (!street || !number || hasNumber) return street
  const isFirst = country ? NUMBER_FIRST.has(country) : LEADING.test(street) || TRAILING.test(street)
  return isFirst ? `${number} ${street}` : `${street} ${number}`
}
