import type { SocialToken } from './sign-in-flow.ts'

/** What a vendor's button gets. */
export interface VendorButtonProps<Settings> {
  settings: Settings
  /** While the server is asked. */
  busy: boolean
  onToken: (token: SocialToken) => void
  /** undefined takes an older failure away. */
  onFailure: (failure: unknown) => void
}
