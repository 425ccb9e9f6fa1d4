export {
  type SocialCredentials,
  SocialLoginError,
  type SocialProfile,
  type SocialProvider,
  type SocialProviderId,
  type SocialTokenType,
} from './social-provider.ts'
export { createSocialProviders } from './social-providers.ts'
