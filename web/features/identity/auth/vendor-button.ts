import type { SocialToken } from './sign-in-flow.ts'

/** Properties of a vendor's button. */
export interface VendorButtonProps<Settings> {
  settings: Settings
  /** While the request is pending. */
  busy: boolean
  onToken: (token: SocialToken) => void
  /** undefined clears an older failure. */
  onFailure: (failure: unknown) => void
}
