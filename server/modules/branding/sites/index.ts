import { defineModule } from '#server/platform/module.ts'
import { allDomainRoutes } from './all-domains.ts'
import { removeOldCertificateRequests } from './certificate-requests-store.ts'
import { domainsJob } from './recheck-domains.ts'
import { siteChecks } from './setup-steps.ts'
import { siteKitParts } from './site-kit.ts'
import { siteRoutes } from './site-routes.ts'

export { certificateRequestsWritten, noteCertificateRequest } from './certificate-requests.ts'
export { createSite } from './create-site.ts'
export { addTrustedDomain } from './domains.ts'
export { drawImage } from './draw-image.ts'
export { plainHost } from './host-directory.ts'
export { findHostKind, mayHaveCertificate, originOf } from './host-kind.ts'
export { findImage, hasImages } from './images-store.ts'
export {
  findPageSite,
  isFramed,
  type PublicPage,
  renderPublicPage,
  sendEmbedScript,
} from './public-page.ts'
export { readUploadBytes } from './read-upload-bytes.ts'
export type { SetupCheck } from './setup-steps.ts'
export {
  type FoundSignOn,
  findSignOnOfHost,
  isSignOnEnforced,
  listSignOnReturns,
  makeSignOnReturn,
  presentSignOn,
  readSignOnSecret,
  writeSignOn,
} from './sign-on-settings.ts'
export {
  accountRealm,
  changeSignUpSettings,
  currentTerms,
  domainFailing,
  domainLost,
  signUpPlan,
  signUpSettings,
} from './signals.ts'
export { asSitePerson, isBrandTeam, servesPerson } from './site-person-policy.ts'
export type { SitePlatform } from './site-platform.ts'
export { auditSiteChange, ensureSiteScope, findSiteScope } from './site-scope.ts'
export {
  findBrand,
  findBrandOfRealm,
  findChatKey,
  findOwnSite,
  findPlatformSite,
  findSenderSite,
  findSiteById,
  findSiteOfHost,
  findSiteOfRealm,
  findSiteUrl,
  findVendorCredentials,
  hasBrands,
  listScriptHosts,
  type SiteBrand,
  showBrandOfPeople,
  showSiteSettings,
  siteSettingsWithoutDatabase,
} from './sites.ts'
export type { SiteRow } from './sites-store.ts'
export type { VendorCredentials } from './social-settings.ts'

export const sitesModule = defineModule({
  routes: (ctx) => [...siteRoutes(ctx), ...allDomainRoutes(ctx)],
  jobs: (ctx) => [domainsJob(ctx)],
  setupSteps: siteChecks,
  kitParts: siteKitParts,
  housekeeping: (ctx) => ({ 'certificate requests': () => removeOldCertificateRequests(ctx.db) }),
})
