import { PackageChoice } from '../features/accounts/packages/upgrade-page.tsx'
import { PayToUnlock } from '../features/accounts/payments/pay-to-unlock.tsx'
import { WaitingPurchases } from '../features/accounts/payments/waiting-purchases.tsx'
import { AccountLockedPage as LockedPage } from '../features/identity/profile/account-locked-page.tsx'

/** The page of a locked account, combined with the way to pay. */
export function AccountLockedPage() {
  return (
    <LockedPage
      payment={
        <>
          <WaitingPurchases />
          <PackageChoice />
          <PayToUnlock />
        </>
      }
    />
  )
}
