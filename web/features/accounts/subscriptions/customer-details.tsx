import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { correctCustomer, inviteAgain, type SubscriptionDetails } from '#contract/accounts/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Hint } from '#web/ui/hint.tsx'

/** Corrects a customer's company and, until the owner has set a password, email and name; invites again. */
export function CustomerDetails({ subscription }: { subscription: SubscriptionDetails }) {
  const { id, company, email, first_name, last_name, joined } = subscription
  const params = { id }
  const form = useContractForm(correctCustomer, {
    initial: { company, ...(!joined && { email: email ?? '', first_name, last_name }) },
    params,
    body: ({ email: typed, ...rest }) => ({ ...rest, ...(typed && { email: typed }) }),
  })
  const again = useMutation({ mutationFn: () => call(inviteAgain, { params }) })
  return (
    <ContractForm
      form={form}
      submitLabel="Save"
      onlyChanges
      beside={
        !joined &&
        email && (
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            Invite again
          </Button>
        )
      }
    >
      <TextInput {...form.field('company')} label="Company" autoComplete="off" maxLength={200} />
      {joined ? (
        <Hint>The owner changes name and email in their own profile.</Hint>
      ) : (
        <>
          <Hint>
            The owner hasn’t set a password yet. A new email gets a link to do so, and the earlier link stops
            working.
          </Hint>
          <TextInput {...form.field('email')} type="email" label="Email" autoComplete="off" maxLength={254} />
          <Group grow align="start">
            <TextInput {...form.field('first_name')} label="First name" autoComplete="off" maxLength={100} />
            <TextInput {...form.field('last_name')} label="Last name" autoComplete="off" maxLength={100} />
          </Group>
        </>
      )}
    </ContractForm>
  )
}
