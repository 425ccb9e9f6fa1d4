import { Button, type ButtonVariant, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ContactCrmId, CRM_KINDS, isSender } from '#contract/core/crms/index.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { type CrmId, connectCrm, startCrmConsent } from '#contract/leads/crm.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { UNCONFIRMED } from './crm-labels.ts'

/** Opens the consent page of the CRM. */
export function ConsentButton({
  crm,
  label,
  variant,
}: {
  crm: ContactCrmId
  label: string
  variant?: ButtonVariant
}) {
  const start = useMutation({
    // Shown instead: the CRM's consent page, or an alert beside the button
    mutationFn: () => call(startCrmConsent, { body: { crm }, quiet: true }),
    onSuccess: ({ data }) => window.location.assign(data.url),
  })
  return (
    <>
      <Button variant={variant ?? 'filled'} loading={start.isPending} onClick={() => start.mutate()}>
        {label}
      </Button>
      {start.isError && <Notice tone="danger">{errorMessage(start.error)}</Notice>}
    </>
  )
}

function ConnectForm({ crm, onClose }: { crm: CrmId; onClose: () => void }) {
  const { help, credential, placeholder, unconfirmed, hasLocation = false } = CRM_KINDS[crm]
  const initial = { token: '', location: '', url: '', label: '' }
  const form = useContractForm(connectCrm, {
    initial,
    body: (values) => ({
      crm,
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
    }),
    check: ({ token, location, url }): Record<string, string> => {
      const entered = credential === 'url' ? url : token
      return {
        ...(entered.trim() ? {} : { [credential]: MESSAGES.required }),
        ...(hasLocation && !location.trim() ? { location: MESSAGES.required } : {}),
      }
    },
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Connect" onCancel={onClose}>
      <Hint>{help}</Hint>
      {unconfirmed && <Hint>{UNCONFIRMED}</Hint>}
      {credential === 'url' ? (
        <TextInput
          {...form.field('url')}
          label="Catch hook URL"
          placeholder={placeholder}
          autoComplete="off"
          data-autofocus
        />
      ) : (
        <PasswordInput
          {...form.field('token')}
          label={isSender(crm) ? 'API key' : 'Token'}
          autoComplete="new-password"
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': isSender(crm) ? 'Show the key' : 'Show the token' }}
          data-autofocus
        />
      )}
      {hasLocation && <TextInput {...form.field('location')} label="Location ID" autoComplete="off" />}
      <TextInput {...form.field('label')} label="Name (optional)" maxLength={60} autoComplete="off" />
    </ContractForm>
  )
}

/** Accepts a token or the address of a catch hook. */
export const ConnectCrmDialog = formDialog(({ crm }) => `Connect ${CRM_KINDS[crm].label}`, 460, ConnectForm)
