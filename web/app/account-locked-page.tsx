import { PayToUnlock } from '../features/accounts/payments/pay-to-unlock.tsx'
import { AccountLockedPage as LockedPage } from '../features/identity/profile/account-locked-page.tsx'

/** All that people of a locked account see, joined with the way to pay. */
export function AccountLockedPage() {
  return <LockedPage payment={<PayToUnlock />} />
}
