import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  changeSubscription,
  type SubscriptionDetails,
  sellablePackages,
} from '#contract/accounts/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { packageOption } from './add-account-form.tsx'

/** Changes the package of an account, or cancels the planned change. */
export function PackageForm({ subscription }: { subscription: SubscriptionDetails }) {
  const found = useEndpoint(sellablePackages, { query: { account_id: subscription.seller.id } })
  const params = { id: subscription.id }
  const form = useContractForm(changeSubscription, {
    initial: { package_id: String(subscription.package?.id ?? '') },
    params,
    body: ({ package_id }) => ({ action: 'change_package' as const, package_id: Number(package_id) }),
  })
  const drop = useMutation({
    mutationFn: () => call(changeSubscription, { params, body: { action: 'drop_change' } }),
  })
  return (
    <ContractForm
      form={form}
      submitLabel="Change package"
      onlyChanges
      beside={
        subscription.next_change && (
          <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate()}>
            Drop planned change
          </Button>
        )
      }
    >
      <NativeSelect
        {...form.field('package_id')}
        label="Package"
        data={(found.data?.data ?? []).map(packageOption)}
      />
    </ContractForm>
  )
}
