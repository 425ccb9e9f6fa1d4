import { currentTerms } from '#server/modules/branding/sites/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { findCurrentTerms } from './terms.ts'
import { termsRoutes } from './terms-routes.ts'

export { userReply } from './signals.ts'
export {
  acceptTermsIfCurrent,
  findTermsToAccept,
  requireTermsAccepted,
} from './terms.ts'

export const termsModule = defineModule({
  routes: termsRoutes,
  on: [currentTerms.answer((ctx, { siteId }) => findCurrentTerms(ctx, siteId))],
})
