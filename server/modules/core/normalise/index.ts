import { defineModule } from '#server/platform/module.ts'

export { normalisePhone } from '#server/platform/text/read-phone.ts'
export { cleanText, isNothing } from './clean-text.ts'
export { cityKey, nameKey, streetKey } from './match-keys.ts'
export { normaliseEmail } from './normalise-email.ts'
export { profileIn, profileOn, profilesIn } from './normalise-profile.ts'
export { normaliseStatus, type OperatingStatus } from './normalise-status.ts'
export { isOnSharedSite, normaliseUrl, ownDomain, registrableDomain } from './normalise-url.ts'
export { parseCoordinate } from './parse-coordinate.ts'
export { type NetworkName, personProfile, profileUrl } from './profile-url.ts'
export { joinStreet } from './street-number.ts'
export { tidyCase, tidyEmail, tidyName, tidyPhone, tidyUrl } from './tidy-value.ts'

export const normaliseModule = defineModule({})
