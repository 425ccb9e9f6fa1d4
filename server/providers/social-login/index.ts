import type { SocialProvider, SocialProviderId } from './social-provider.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    social: Record<SocialProviderId, SocialProvider>
  }
}

export {
  type SocialCredentials,
  SocialLoginError,
  type SocialProfile,
  type SocialProvider,
  type SocialProviderId,
  type SocialTokenType,
} from './social-provider.ts'
export { createSocialProviders } from './social-providers.ts'
