export { createFacebookProvider, type FacebookSetup } from './facebook/facebook-provider.ts'
export { createGoogleProvider, type GoogleSetup } from './google/google-provider.ts'
export type { SocialLog } from './guarded-provider.ts'
export {
  type SocialCredentials,
  SocialLoginError,
  type SocialLoginReason,
  type SocialProfile,
  type SocialProvider,
  type SocialProviderId,
  type SocialSignIn,
  type SocialTokenType,
} from './social-provider.ts'
export { createSocialProviders, type SocialSetup } from './social-providers.ts'
